import { AppError } from '../../errors.ts'
import { id, join, sql } from '../../store/sql.ts'
import { counts } from '../count-cache.ts'
import { lockOne } from '../one.ts'
import type { Row } from '../page.ts'
import { updateLocked } from '../write.ts'
import type { Values, WriteContext } from '../write-check.ts'

/** What was written for a line, so that it can be taken back: with the values before, for what was there. */
export interface Written {
  readonly screen: string
  readonly id: number
  readonly version: number
  readonly before: Readonly<Record<string, unknown>> | null
}

/** What became of one record of a mass update, or would become of it. */
export interface LineResult {
  readonly outcome: 'unchanged' | 'done' | 'failed'
  readonly after: string | null
  readonly message: string | null
  readonly written: readonly Written[]
}

/** A mass update: a record with its lines in another table, and what it does to the records it is about. */
export interface MassKind {
  readonly updates: string
  readonly lines: string
  /** Columns of a line that say which record it is about, and in which version the preview saw it. */
  readonly recordId: string
  readonly recordVersion: string
  /** What one of them is called. */
  readonly label: string
  /** Further tables that it writes into. */
  readonly touches: readonly string[]
  /** The screen of the records; throws unless the caller may change them. */
  readonly records: (context: WriteContext) => WriteContext
  /** Does what the update says to one locked record. */
  readonly change: (context: WriteContext, update: Row, record: Row) => Promise<LineResult>
  /** Takes back what was written; the reason is thrown. */
  readonly takeBack: (context: WriteContext, written: Written) => Promise<void>
  /** How a record is told before the change, and in which columns of its line. */
  readonly lineOf: (record: Row) => Readonly<Record<string, unknown>>
}

/** Works through one record: what refuses it is told, and nothing of it stays. */
export async function attemptLine(
  context: WriteContext,
  after: string,
  write: () => Promise<readonly Written[]>,
): Promise<LineResult> {
  try {
    return { outcome: 'done', after, message: null, written: await context.tx.attempt(write) }
  } catch (error) {
    return { outcome: 'failed', after, message: refusalOf(error), written: [] }
  }
}

/** Why a record was refused, in words; what nobody foresaw is thrown on. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  return (error.issues ?? []).map((issue) => issue.message).join('; ') || error.message
}

/** Changes a locked record and tells how it was before. */
export async function writtenChange(context: WriteContext, current: Row, values: Values): Promise<Written> {
  const changed = await updateLocked(context, current, values)
  const names = Object.keys(changed)
  return {
    screen: context.screen.name,
    id: current.id,
    version: current.row_version + (names.length > 0 ? 1 : 0),
    before: Object.fromEntries(names.map((name) => [name, current[name] ?? null])),
  }
}

/** The record a line wrote, as it was left; WRONG_STATE when somebody changed or deleted it since. */
export async function untouched(context: WriteContext, { id: recordId, version }: Written): Promise<Row> {
  const current = await lockOne(context.tx, context.screen, context.caller.organizationId, recordId)
  if (!current) throw new AppError('WRONG_STATE', { message: 'It was deleted since' })
  if (current.row_version !== version) throw new AppError('WRONG_STATE', { message: 'It was changed since' })
  return current
}

/** Sets what a mass update tells about itself; its history is of what people do. */
export async function noteMass(
  { updates, lines, touches }: Pick<MassKind, 'updates' | 'lines' | 'touches'>,
  { tx, caller }: Pick<WriteContext, 'tx' | 'caller'>,
  runId: number,
  values: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const sets = Object.entries(values).map(([name, value]) => sql`${id(name)} = ${value}`)
  await tx.query(sql`
    update ${id(updates)} t set ${join(sets, ', ')}, row_version = t.row_version + 1, updated_at = now(), updated_by = ${caller.userId}
     where t.organization_id = ${caller.organizationId} and t.id = ${runId}`)
  tx.afterCommit(() => {
    for (const table of [updates, lines, ...touches]) counts.forget(table, caller.organizationId)
  })
}
