import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { ErrorCode } from '#src/definition/error-codes.ts'
import { toldTotals } from '#src/definition/mixed.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

export type RunState = 'waiting' | 'running' | 'complete' | 'cancelled' | 'failed'

/** A run as its asker sees it. */
export interface ResultRun {
  readonly request_id: string
  readonly screen: string
  readonly criteria: Readonly<Record<string, unknown>>
  readonly state: RunState
  /** What is being done: 'calculate', 'rows' or 'totals'. */
  readonly phase: string | null
  /** Rows read so far. */
  readonly rows: number
  readonly total_record: number | null
  readonly totals: Readonly<Record<string, string | null>> | null
  /** The columns of which several currencies keep a total from being one. */
  readonly mixed?: readonly string[]
  readonly seconds: number
  readonly started_at: string
  readonly message: string | null
  /** Whether its rows can still be read without running it again. */
  readonly kept: boolean
}

/** A process that works on a run says so every second; after this long it is taken for dead. */
export const silentAfter = '15 seconds'

const columns = sql`id as request_id, screen, criteria, state, phase, rows, total as total_record, totals,
  round(extract(epoch from coalesce(finished_at, clock_timestamp()) - started_at), 1)::float8 as seconds,
  started_at, code, message, kept`

type Read = ResultRun & { readonly code: ErrorCode | null }

/** A run as it is answered; what is kept has the word for a total of several currencies in its place. */
const told = <T extends ResultRun>(run: T): T => (run.totals === null ? run : { ...run, ...toldTotals(run.totals) })

const lost = 'The server stopped while this was running. Run it again.'

/** One run of the caller's; NOT_FOUND for those of others. */
export async function readRun(tx: Tx, caller: Caller, requestId: string): Promise<Read> {
  const [run] = await tx.query<Read>(sql`
    select ${columns} from result_run
     where organization_id = ${caller.organizationId} and id = ${requestId} and user_id = ${caller.userId}`)
  if (!run) throw new AppError('NOT_FOUND', { message: 'There is no such run of yours.' })
  return told(run)
}

/** The caller's latest runs of a screen, the newest first. */
export async function recentRuns(tx: Tx, caller: Caller, screen: string, limit: number): Promise<ResultRun[]> {
  const runs = await tx.query<ResultRun>(sql`
    select ${columns} from result_run
     where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and screen = ${screen}
     order by started_at desc limit ${limit}`)
  return runs.map(told)
}

/** Marks runs failed whose process has died, and drops what nobody will come back for. */
export async function tidyRuns(tx: Tx, organizationId: number): Promise<void> {
  await tx.query(sql`
    update result_run set state = 'failed', finished_at = now(), phase = null, code = 'UNAVAILABLE', message = ${lost}
     where organization_id = ${organizationId} and state in ('waiting', 'running')
       and heartbeat_at < now() - ${silentAfter}::interval`)
  await tx.query(sql`
    with old as (
      update result_run set kept = false
       where organization_id = ${organizationId} and kept and finished_at < now() - interval '1 day' returning id
    ) delete from result_row where organization_id = ${organizationId} and run_id in (select id from old)`)
  await tx.query(sql`
    delete from result_run where organization_id = ${organizationId} and finished_at < now() - interval '30 days'`)
}

/** The error that a run ended with, for whoever asks for its rows. */
export const runError = ({ state, code, message }: Read): AppError =>
  state === 'cancelled'
    ? new AppError('CANCELLED')
    : new AppError(code ?? 'INTERNAL', message === null ? {} : { message })
