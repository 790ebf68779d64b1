import { createHash, randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, mkdtemp, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { madeOnce } from '../../made-once.ts'
import { StartError } from '../../start-error.ts'
import { type Account, canReach, giveTo } from './account.ts'

export interface Folders {
  /** What belongs to the cluster: the data folder, the log, a copy of the programs. */
  home: string
  cluster: string
  socket: string
  log: string
  password: string
}

// The kernel takes 107 bytes, and PostgreSQL adds '/.s.PGSQL.5432.lock'.
const longestSocketFolder = 85

/** Makes the folders; those of a server under another account lie where that account can enter. */
export async function prepareFolders(dataDir: string, account: Account): Promise<Folders> {
  const data = resolve(dataDir)
  await mkdir(data, { recursive: true })
  const real = await realpath(data)
  const home = (await makeReachable(account, real)) ? real : await otherHome(real)
  const socket = join(home, 'socket').length <= longestSocketFolder ? join(home, 'socket') : shortFolder(home)
  await mkdir(socket, { recursive: true, mode: 0o700 })
  await assertOurs(socket, account)
  await giveTo(account, socket)
  await chmod(socket, 0o700)
  return {
    home,
    socket,
    cluster: join(home, 'postgres'),
    log: join(home, 'postgres.log'),
    password: await madeOnce(join(real, 'database-password'), () => randomBytes(24).toString('hex')),
  }
}

/** A data folder closed to others may be entered by the server's account from now on, not listed; what is secret in it has a mode of its own. */
async function makeReachable(account: Account, data: string): Promise<boolean> {
  if (await canReach(account, data)) return true
  if (!(await canReach(account, dirname(data)))) return false
  await chmod(data, ((await lstat(data)).mode & 0o777) | 0o011)
  return true
}

function shortFolder(home: string): string {
  return join(tmpdir(), `tierline-${digest(home)}`)
}

/**
 * Root's own home is closed to the account of the server; the cluster then lives under /var/lib, and the data folder says
 * where. The name is random: whoever removes the data folder starts anew, whoever moves it keeps everything.
 */
async function otherHome(data: string): Promise<string> {
  const pointer = join(data, 'postgres-lives-in')
  const known = await readFile(pointer, 'utf8').catch(() => '')
  const base = '/var/lib/tierline'
  await mkdir(base, { recursive: true, mode: 0o755 })
  if (dirname(known.trim()) === base && (await stat(known.trim()).catch(() => undefined))) return known.trim()
  const home = await mkdtemp(join(base, 'data-'))
  await chmod(home, 0o755)
  await writeFile(join(home, 'belongs-to'), `${data}\n`)
  await writeFile(pointer, `${home}\n`)
  return home
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** A folder under the temp directory may have been made by somebody else. */
async function assertOurs(folder: string, account: Account): Promise<void> {
  const found = await lstat(folder)
  const owners = [process.getuid?.(), account.ids?.uid]
  if (!found.isDirectory() || (process.getuid && !owners.includes(found.uid))) {
    throw new StartError(`${folder} belongs to somebody else; remove it, or set TIERLINE_DATA to a folder of your own.`)
  }
}
