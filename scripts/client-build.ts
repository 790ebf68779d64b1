import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StartError } from '#server/start-error.ts'

const stampName = '.stamp'
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'tailwind.config.ts', 'package-lock.json']

/** What the environment says about the client: another value, another build. */
const variables = ['TOKEN_HEADER', 'VITE_TOKEN_HEADER', 'VITE_API_BASE']

/** Builds the client into `folder` unless it was built from exactly these sources. */
export async function buildClient(root: string, folder: string, say: (line: string) => void): Promise<void> {
  const stamp = await fingerprint(root)
  if ((await readFile(join(folder, stampName), 'utf8').catch(() => '')) === stamp) return
  say('Building the client…')
  // Built aside and swapped in, so that an interrupted build leaves the last good one.
  const unfinished = `${folder}.${process.pid}`
  try {
    await runVite(root, unfinished)
    await compressFiles(unfinished)
    await writeFile(join(unfinished, stampName), stamp)
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}`).update('\0')
  for (const source of sources) {
    for (const path of await filesIn(join(root, source))) {
      if (/\.test\.tsx?$/.test(path)) continue
      hash
        .update(path.slice(root.length))
        .update('\0')
        .update(await readFile(path))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return [path]
    if (code === 'ENOENT') return []
    throw error
  }
}

/** A process of its own: its memory is given back before the server starts. */
async function runVite(root: string, outDir: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: root,
    // Whoever builds, a test run too, builds what users get.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject))
  if (code !== 0) throw new StartError(`The client could not be built:\n${output.trim()}`)
}

/** What is served for years may be compressed once, and well. */
async function compressFiles(folder: string): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  for (const path of await filesIn(join(folder, 'assets'))) {
    if (!/\.(js|css|svg|json)$/.test(path)) continue
    const bytes = await readFile(path)
    if (bytes.length < 1_024) continue
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotli))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}
