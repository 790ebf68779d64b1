import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { buildClient } from '../../scripts/client-build.ts'

const root = join(import.meta.dirname, '..', '..')
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/** Builds the product's client and the hand-written page into one folder, both for production, both compressed alike. */
export async function buildBoth(folder: string, peer = 'screen-peer'): Promise<void> {
  const [ours, theirs] = [join(folder, 'client'), join(folder, 'peer')]
  await buildClient(root, ours, () => {})
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const configFile = join(root, 'bench', peer, 'vite.config.ts')
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--config', configFile, '--outDir', theirs, '--logLevel', 'warn'],
    {
      cwd: root,
    },
  )
  const assets = join(theirs, 'assets', 'peer')
  for (const name of await readdir(assets)) {
    const bytes = await readFile(join(assets, name))
    await writeFile(join(assets, `${name}.br`), brotliCompressSync(bytes, brotli))
    await writeFile(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
  await cp(assets, join(ours, 'assets', 'peer'), { recursive: true })
  await rename(join(theirs, 'index.html'), join(ours, 'peer.html'))
}

/** Size of a file of the client after gzip, in bytes. */
export const gzipSize = async (folder: string, path: string): Promise<number> =>
  gzipSync(await readFile(join(folder, 'client', path)), { level: 9 }).length
