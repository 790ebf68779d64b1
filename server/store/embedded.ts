import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartError } from '../start-error.ts'
import { type Account, serverAccount } from './embedded/account.ts'
import { type Binaries, findBinaries } from './embedded/binaries.ts'
import { type Folders, prepareFolders } from './embedded/folders.ts'
import { initialize, serverEnvironment, superuser } from './embedded/initialize.ts'
import { ensureDatabase, keepOwnership, tryConnect } from './embedded/ownership.ts'
import { removeStaleLocks, runningPostmaster } from './embedded/postmaster.ts'
import { stopServer } from './embedded/stop.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: Pick<Logger, 'info' | 'warn'>
  /** Server settings over ours; tests give up durability for speed. */
  settings?: Record<string, string>
  /** Called when the server has gone and cannot be brought back. */
  onLost?: (error: Error) => void
}

export interface Embedded {
  /** Connection address, over a Unix socket, of the database `tierline`. */
  url: string
  /** Whether a server was found running, left behind by a process that was killed. */
  adopted: boolean
  stop(): Promise<void>
}

const startLimit = 60_000
const largestLog = 10_000_000

// What a single import of a million lines writes fits in: a smaller cache has it written out page by page meanwhile.
const bufferMegabytes = Math.round(Math.min(1_024, Math.max(128, totalmem() / 4 / 1_048_576)))

const ourSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  // Imports are written by two transactions that end as one.
  max_prepared_transactions: '12',
  shared_buffers: `${bufferMegabytes}MB`,
  // What fits in there is written out by the way: the two transactions of a large import need not wait for each other to do it.
  wal_buffers: `${Math.round(bufferMegabytes / 8)}MB`,
  // Little of it is left to be written, and waited for, when an import ends.
  wal_writer_delay: '10ms',
  wal_writer_flush_after: '32MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  min_wal_size: '512MB',
  wal_compression: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'on',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Starts the PostgreSQL that npm brought, on data that nobody else is using, or adopts the one that still runs there. */
export async function startEmbedded({
  dataDir,
  log,
  settings = {},
  onLost = () => {},
}: EmbeddedOptions): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw new StartError(
      'The bundled PostgreSQL is not supported on Windows; use WSL, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  const account = serverAccount()
  const folders = await prepareFolders(dataDir, account)
  const binaries = await findBinaries(account, folders.home)
  if (await initialize(folders, binaries, account)) log.info({ folder: folders.cluster }, 'made a new database')
  const admin = addressOf(folders, 'postgres')
  const up = () => bringUp(folders, binaries, account, { ...ourSettings, ...settings })
  const adopted = await up()
  const ownership = await keepOwnership({ url: admin, dataDir, up, log, onLost })
  await ensureDatabase(admin, 'tierline')
  if (adopted) log.info('took over the database server that a killed process had left running')
  return {
    url: addressOf(folders, 'tierline'),
    adopted,
    stop: () => stopServer(folders.cluster, ownership),
  }
}

function addressOf(folders: Folders, database: string): string {
  return `postgresql://${superuser}:${folders.password}@${encodeURIComponent(folders.socket)}/${database}`
}

/** Answers whether the server ran already. What is dying or starting is waited for. */
async function bringUp(
  folders: Folders,
  binaries: Binaries,
  account: Account,
  settings: Record<string, string>,
): Promise<boolean> {
  const deadline = Date.now() + startLimit
  let launched = false
  let attempts = 0
  while (Date.now() < deadline) {
    const state = await tryConnect(addressOf(folders, 'postgres'), folders.cluster)
    if (state === 'ready') return !launched
    if (state === 'absent' && runningPostmaster(folders.cluster) === undefined) {
      attempts += 1
      if (attempts > 6) break
      removeStaleLocks(folders.cluster, folders.socket)
      const ended = await launch(folders, binaries, account, settings)
      launched = ended === 'ready'
      if (!launched) await pause(Math.min(100 * 2 ** attempts, 1_000))
    } else {
      await pause(50)
    }
  }
  throw new StartError(
    `The database server does not come up. Its log, ${folders.log}, ends with:\n${lastLines(folders.log)}`,
  )
}

/** Starts the server apart from this process, so that it outlives a crash of ours and loses nothing. */
async function launch(
  folders: Folders,
  binaries: Binaries,
  account: Account,
  settings: Record<string, string>,
): Promise<'ready' | 'ended'> {
  const output = openLog(folders.log)
  const parameters = Object.entries({ ...settings, unix_socket_directories: folders.socket }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const child = spawn(binaries.postgres, ['-D', folders.cluster, ...parameters], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: serverEnvironment(),
    ...account.ids,
  })
  closeSync(output)
  let over = false
  child.on('exit', () => (over = true))
  child.on('error', () => (over = true))
  child.unref()
  const deadline = Date.now() + startLimit
  while (!over && Date.now() < deadline) {
    if ((await tryConnect(addressOf(folders, 'postgres'), folders.cluster)) === 'ready') return 'ready'
    await pause(20)
  }
  return 'ended'
}

function openLog(path: string): number {
  try {
    if (statSync(path).size > largestLog) truncateSync(path)
  } catch {
    // The first start has no log yet.
  }
  return openSync(path, 'a', 0o600)
}

function lastLines(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-12).join('\n')
  } catch {
    return '(nothing)'
  }
}
