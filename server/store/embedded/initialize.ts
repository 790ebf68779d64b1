import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../start-error.ts'
import { type Account, giveTo } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Folders } from './folders.ts'

export const superuser = 'tierline'

/** Makes the data folder of the server unless it is there. It is made aside and renamed, so it is whole or absent. */
export async function initialize(folders: Folders, binaries: Binaries, account: Account): Promise<boolean> {
  const version = await readFile(join(folders.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  const major = binaries.version.split('.')[0] ?? ''
  if (version !== undefined) {
    if (version.trim() === major) return false
    throw new StartError(
      `The data in ${folders.cluster} was written by PostgreSQL ${version.trim()}; this version brings ${major}. ` +
        'Move the data with pg_dump of the older version, or point TIERLINE_DATA elsewhere.',
    )
  }
  await mkdir(folders.home, { recursive: true })
  const work = await mkdtemp(join(folders.home, 'postgres-new-'))
  try {
    await runInitdb(work, folders, binaries, account)
    await rename(join(work, 'cluster'), folders.cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return true
}

async function runInitdb(work: string, folders: Folders, binaries: Binaries, account: Account): Promise<void> {
  const cluster = join(work, 'cluster')
  const passwordFile = join(work, 'password')
  await mkdir(cluster, { mode: 0o700 })
  await writeFile(passwordFile, folders.password, { mode: 0o600 })
  await chmod(work, 0o700)
  await giveTo(account, work)
  const parameters = [
    '-D',
    cluster,
    '-U',
    superuser,
    '--locale=C.UTF-8',
    // Compares texts byte by byte; the C library's way makes an index on text several times slower.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '-E',
    'UTF8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ]
  try {
    await promisify(execFile)(binaries.initdb, parameters, { cwd: '/', env: serverEnvironment(), ...account.ids })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new StartError(`The database could not be prepared in ${folders.home}: ${said || String(error)}`, {
      cause: error,
    })
  }
}

export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
}
