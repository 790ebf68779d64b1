import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { json, sql } from '../../store/sql.ts'
import type { Problem } from './examine.ts'
import type { Column } from './read-rows.ts'

/** A run as its asker sees it. */
export interface SqlRun {
  readonly id: number
  readonly request_id: string
  readonly query_id: number | null
  readonly statement: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly rights: string
  readonly state: 'waiting' | 'running' | 'complete' | 'cancelled' | 'failed'
  readonly columns: readonly Column[] | null
  readonly rows: number
  /** There were more rows than are kept. */
  readonly cut: boolean
  readonly problem: Problem | null
  readonly started_at: string
  readonly finished_at: string | null
  /** How long it took, or takes so far. */
  readonly milliseconds: number
}

const shown = sql`id, request_id, query_id, statement, parameters, rights, state, columns, rows, cut, problem, started_at, finished_at,
  greatest(0, round(extract(epoch from coalesce(finished_at, clock_timestamp()) - started_at) * 1000))::int as milliseconds`

/** A user keeps so many runs. */
const kept = 30
/** So many of them wait or run at a time. */
const mostOpen = 5

export interface NewRun {
  readonly requestId: string
  readonly queryId: number | null
  readonly text: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly rights: string
}

/** Writes down that a run begins; false where one of that request id is known already. */
export async function beginRun(
  tx: Tx,
  caller: Caller,
  { requestId, queryId, text, parameters, rights }: NewRun,
): Promise<boolean> {
  await endAbandoned(tx, caller)
  const [{ open } = { open: 0 }] = await tx.query<{ open: number }>(sql`
    select count(*)::int as open from sql_run where organization_id = ${caller.organizationId} and user_id = ${caller.userId}
       and state in ('waiting', 'running') and request_id <> ${requestId}`)
  if (open >= mostOpen)
    throw new AppError('TOO_MANY_REQUESTS', { message: 'Wait for your other statements, or cancel them.' })
  const begun = await tx.query(sql`
    insert into sql_run (organization_id, request_id, user_id, query_id, statement, parameters, rights)
    values (${caller.organizationId}, ${requestId}, ${caller.userId}, ${queryId}, ${text}, ${json(parameters)}, ${rights})
    on conflict do nothing returning id`)
  await tx.query(sql`
    delete from sql_run where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and state not in ('waiting', 'running')
       and id <= (select id from sql_run where organization_id = ${caller.organizationId} and user_id = ${caller.userId} order by id desc offset ${kept} limit 1)`)
  return begun.length > 0
}

/** What was under way when a server was killed is not waited for. */
const endAbandoned = (tx: Tx, caller: Caller) =>
  tx.query(sql`
    update sql_run set state = 'failed', finished_at = clock_timestamp(), problem = ${json({ message: 'The server stopped meanwhile. Run it again.' })}
     where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and state in ('waiting', 'running') and started_at < now() - interval '15 minutes'`)

/** The runs of the caller, the latest first. */
export const readRuns = (tx: Tx, caller: Caller, queryId: number | null, limit: number): Promise<SqlRun[]> =>
  tx.query<SqlRun>(sql`
    select ${shown} from sql_run where organization_id = ${caller.organizationId} and user_id = ${caller.userId}
       and (${queryId}::bigint is null or query_id = ${queryId}) order by id desc limit ${limit}`)

/** A run of the caller's by its request id; NOT_FOUND for those of others. */
export async function readRun(tx: Tx, caller: Caller, requestId: string): Promise<SqlRun> {
  const [run] = await tx.query<SqlRun>(sql`
    select ${shown} from sql_run where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and request_id = ${requestId}`)
  if (!run) throw new AppError('NOT_FOUND', { message: 'This run is no longer kept. Run the statement again.' })
  return run
}

/** Some of the kept rows of a run, in their order. */
export async function rowsOf(tx: Tx, caller: Caller, run: SqlRun, first: number, count: number): Promise<unknown[][]> {
  const parts = await tx.query<{ first: number; rows: unknown[][] }>(sql`
    select first, rows from sql_run_rows where organization_id = ${caller.organizationId} and run_id = ${run.id}
       and first < ${first + count} and first + jsonb_array_length(rows) > ${first} order by first`)
  return parts.flatMap((part) =>
    part.rows.slice(Math.max(0, first - part.first), Math.max(0, first + count - part.first)),
  )
}

export const keepRows = (tx: Tx, caller: Caller, runId: number, first: number, rows: readonly unknown[]) =>
  tx.query(sql`
    insert into sql_run_rows (organization_id, run_id, first, rows) values (${caller.organizationId}, ${runId}, ${first}, ${json(rows)})`)

export interface Ending {
  readonly state: 'complete' | 'cancelled' | 'failed'
  readonly rows?: number
  readonly cut?: boolean
  readonly columns?: readonly Column[] | null
  readonly problem?: Problem
}

/** Ends a run that has not ended; answers whether it did. */
export async function endRun(tx: Tx, caller: Caller, requestId: string, ending: Ending): Promise<boolean> {
  const { state, rows = 0, cut = false, columns = null, problem = null } = ending
  const ended = await tx.query(sql`
    update sql_run set state = ${state}, rows = ${rows}, cut = ${cut}, columns = ${json(columns)}, problem = ${json(problem)}, finished_at = clock_timestamp()
     where organization_id = ${caller.organizationId} and user_id = ${caller.userId} and request_id = ${requestId} and state in ('waiting', 'running')
    returning id`)
  return ended.length > 0
}
