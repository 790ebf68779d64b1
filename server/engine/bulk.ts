import type { Screen } from '#src/definition'
import type { ErrorCode } from '#src/definition/error-codes.ts'
import type { Caller } from '../authorize.ts'
import { AppError, type Issue } from '../errors.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import { recordName } from './each-record.ts'
import type { Row } from './page.ts'
import type { WriteContext } from './write-check.ts'

/** The greatest number of records that one bulk call changes. */
export const mostBulk = 100_000
/** How many refused records an answer names; all are counted. */
const mostNamed = 2000
/** How many records a preview shows. */
export const mostSamples = 20

/** A record that stayed as it was, and why. */
export interface Refused {
  readonly id: number
  /** What the record is called: the values of its key. */
  readonly key: string
  readonly code: ErrorCode
  readonly message: string
  readonly issues: readonly Issue[]
  /** ROW_CONFLICT: what is stored now; STILL_REFERENCED: where it is used. */
  readonly details?: unknown
}

/** Why a record was refused, in the form every bulk answer has; what nobody foresaw is thrown on. */
export function refusal(named: { readonly id: number; readonly key: string }, error: unknown): Refused {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  const { code, message, issues = [], details } = error
  return {
    id: named.id,
    key: named.key,
    code,
    message: issues[0]?.message ?? message,
    issues: issues.length > 0 ? issues : [{ path: [], code: code.toLowerCase(), message }],
    ...(details === undefined ? {} : { details }),
  }
}

/** Collects refusals: all are counted, the first two thousand named. */
export class Refusals {
  readonly named: Refused[] = []
  count = 0

  add(refused: Refused): void {
    this.count += 1
    if (this.named.length < mostNamed) this.named.push(refused)
  }
}

/** Thrown to take back what a preview did. */
class TakenBack<T> extends Error {
  constructor(readonly result: T) {
    super('Only looked at')
  }
}

/** Does the work and, for a preview, takes everything back: what a preview tells is what the work would do. */
export async function previewed<T>({ tx }: WriteContext, isPreview: boolean, work: () => Promise<T>): Promise<T> {
  if (!isPreview) return work()
  try {
    return await tx.attempt(async () => {
      throw new TakenBack(await work())
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T
    throw error
  }
}

/** A part of the records of a bulk call, by id, so that each call is short and the whole may be long. */
export interface Piece {
  readonly after: number
  readonly limit: number
}

/** The greatest number of records in a piece; as many as an answer names. */
export const mostInPiece = mostNamed

/** The ids of a piece, ascending. */
export async function idsOfPiece({ tx, screen }: WriteContext, where: Sql, { after, limit }: Piece): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select t.id from ${id(screen.table!.name)} t where ${where} and t.id > ${after} order by t.id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Demands that a condition on `t` finds no more records than one call may change; answers how many it finds. Pieces may be many: all are counted with the first. */
export async function countTargets({ tx, screen }: WriteContext, where: Sql): Promise<number>
export async function countTargets(context: WriteContext, where: Sql, piece: Piece | undefined): Promise<number | null>
export async function countTargets({ tx, screen }: WriteContext, where: Sql, piece?: Piece): Promise<number | null> {
  if (piece) {
    if (piece.after > 0) return null
    const [all] = await tx.query<{ count: number }>(
      sql`select count(*) as count from ${id(screen.table!.name)} t where ${where}`,
    )
    return all?.count ?? 0
  }
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) as count from (select 1 from ${id(screen.table!.name)} t where ${where} limit ${mostBulk + 1}) found`)
  const count = row?.count ?? 0
  if (count > mostBulk) {
    throw new AppError('TOO_LARGE', {
      message: `At most ${mostBulk.toLocaleString('en-GB')} records are changed at a time. Narrow the filter.`,
    })
  }
  return count
}

/** Of these ids, those whose record is not there any more, as refusals. */
export function missingRecords(ids: readonly number[], found: Pick<ReadonlySet<number>, 'has'>): Refused[] {
  return ids
    .filter((recordId) => !found.has(recordId))
    .map((recordId) => refusal({ id: recordId, key: String(recordId) }, new AppError('NOT_FOUND')))
}

interface HeldLock {
  readonly id: number
  readonly name: string | null
}

/** Who else is editing records that a condition on `t` finds, by record. */
export async function locksOf({ tx, screen, caller }: WriteContext, where: Sql): Promise<Map<number, AppError>> {
  const rows = await tx.query<HeldLock>(sql`
    select l.record_id as id, u.name from record_lock l
      left join app_user u on u.organization_id = l.organization_id and u.id = l.user_id
     where l.organization_id = ${caller.organizationId} and l.screen = ${screen.name} and l.user_id <> ${caller.userId} and l.expires_at > now()
       and exists (select 1 from ${id(screen.table!.name)} t where ${where} and t.id = l.record_id)`)
  return new Map(
    rows.map(({ id: recordId, name }) => [
      recordId,
      new AppError('RECORD_LOCKED', { message: `${name ?? 'Somebody else'} is editing this record.` }),
    ]),
  )
}

export const nameOf = (screen: Screen, caller: Caller, row: Row): { id: number; key: string } => ({
  id: row.id,
  key: recordName(screen, caller, row),
})

/** A condition that leaves records out. */
export const without = (where: Sql, excluded: Iterable<number>): Sql => {
  const ids = [...excluded]
  return ids.length === 0 ? where : join([where, sql`t.id <> all(${ids}::bigint[])`], ' and ')
}
