import { realpathSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../../start-error.ts'
import { isAlive } from './postmaster.ts'

const lockKey = 7_214_000
const holderName = 'tierline owner'

/** `absent`: nobody listens; `busy`: it starts, stops or recovers. */
export type ServerState = 'ready' | 'busy' | 'absent'

export async function tryConnect(url: string, cluster: string): Promise<ServerState> {
  const client = await connect(url, 'tierline probe').catch(
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
  if (typeof client === 'string') return stateAfter(client)
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if (realpathSync(rows[0]?.data_directory ?? '') === realpathSync(cluster)) return 'ready'
    throw new StartError(`Another database (${rows[0]?.data_directory}) listens where that of ${cluster} should.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    return 'busy'
  } finally {
    await client.end().catch(() => {})
  }
}

function stateAfter(code: string): ServerState {
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
  if (code === '28P01') {
    throw new StartError(
      'The database does not take the password kept in its data folder (database-password). Restore that file.',
    )
  }
  return 'busy'
}

export interface OwnershipOptions {
  url: string
  dataDir: string
  /** Waits for the server, or starts it. */
  up: () => Promise<unknown>
  log: Pick<Logger, 'warn'>
  onLost: (error: Error) => void
}

export interface Ownership {
  /** Says that the connection may end now, because the server is being stopped; waits for one that is being brought back, lest that goes on. */
  letGo(): Promise<void>
  end(): Promise<void>
}

/** Holds one connection with a lock as the proof that this process alone uses the data; takes it anew after a crash of the server. */
export async function keepOwnership({ url, dataDir, up, log, onLost }: OwnershipOptions): Promise<Ownership> {
  let held = true
  let regaining: Promise<void> | undefined
  let client = await hold()
  return {
    letGo: async () => {
      held = false
      await regaining
    },
    end: async () => {
      held = false
      await client.end().catch(() => {})
    },
  }

  async function hold(): Promise<pg.Client> {
    const taken = await takeLock(url, dataDir)
    taken.once('end', () => {
      if (held) regaining = regain()
    })
    return taken
  }

  async function regain(): Promise<void> {
    log.warn('the database server has ended unexpectedly; bringing it back')
    try {
      await up()
      client = await hold()
    } catch (error) {
      if (held) onLost(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

async function takeLock(url: string, dataDir: string): Promise<pg.Client> {
  const client = await connect(url, `${holderName} ${process.pid}`)
  client.on('error', () => {})
  const deadline = Date.now() + 5_000
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (rows[0]?.mine) return client
    const holder = await holderPid(client)
    // The lock of a process that was killed goes within moments.
    if ((holder !== undefined && isAlive(holder)) || Date.now() > deadline) {
      await client.end()
      throw new StartError(
        `Tierline already runs on the data in ${dataDir}${holder === undefined ? '' : ` (process ${holder})`}. ` +
          'Stop it first, or set TIERLINE_DATA to another folder for a second one.',
      )
    }
    await pause(50)
  }
}

async function holderPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [lockKey],
  )
  const pid = Number(rows[0]?.application_name.slice(holderName.length))
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = await connect(url, 'tierline start')
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return client
}
