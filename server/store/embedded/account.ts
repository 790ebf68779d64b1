import { readFileSync } from 'node:fs'
import { chown, lstat, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'

/** Who runs the database server; `ids` only where it is somebody else than this process. */
export interface Account {
  name: string
  ids?: { uid: number; gid: number }
}

/** PostgreSQL refuses to run as root; it runs as nobody then. */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) return { name: 'this user' }
  for (const name of ['nobody', 'daemon']) {
    const ids = accountIds(name)
    if (ids) return { name, ids }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and there is no account "nobody" to run it as. Start as an ordinary user, or set DATABASE_URL.',
  )
}

function accountIds(name: string): Account['ids'] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':').map(Number) ?? []
  // macOS keeps nobody at -2, which the system calls of node do not take.
  return uid !== undefined && gid !== undefined && uid > 0 && gid >= 0 ? { uid, gid } : undefined
}

/** Whether the account can enter the folder and everything above it. */
export async function canReach(account: Account, folder: string): Promise<boolean> {
  if (!account.ids) return true
  const { uid, gid } = account.ids
  for (let path = await realpath(folder); ; path = dirname(path)) {
    const found = await stat(path)
    const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001
    if ((found.mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Gives a folder and all in it to the account. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (!account.ids) return
  const { uid, gid } = account.ids
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  if (found.uid !== uid || found.gid !== gid) await chown(path, uid, gid)
  if (!found.isDirectory()) return
  for (const entry of await readdir(path)) await giveTo(account, join(path, entry))
}
