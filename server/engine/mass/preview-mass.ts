import { id, ids, sql } from '../../store/sql.ts'
import { previewed } from '../bulk.ts'
import type { Row } from '../page.ts'
import type { WriteContext } from '../write-check.ts'
import { noteMass, type LineResult, type MassKind } from './mass-kind.ts'

const foreseen = { done: 'planned', failed: 'conflict', unchanged: 'unchanged' } as const

/** What an update names and cannot be found, or what of it cannot be read: a conflict without a record. */
export interface Stray {
  readonly columns: Readonly<Record<string, unknown>>
  readonly message: string
}

/** Does everything a mass update would do, takes it back, and keeps what it would come to, line by line. */
export async function keepPreview(
  kind: MassKind,
  context: WriteContext,
  update: Row,
  records: readonly Row[],
  strays: readonly Stray[] = [],
): Promise<void> {
  const results = await previewed(context, true, async () => {
    const all: LineResult[] = []
    for (const record of records) all.push(await kind.change(context, update, record))
    return all
  })
  const known = results.map(({ outcome, after, message }, at) => {
    const record = records[at]!
    return {
      line: at + 1,
      ...kind.lineOf(record),
      outcome: foreseen[outcome],
      state_after: after,
      message,
      [kind.recordId]: record.id,
      [kind.recordVersion]: record.row_version,
    }
  })
  const lines = [
    ...strays.map(({ columns, message }, at) => ({
      line: at + 1,
      ...columns,
      outcome: 'conflict',
      state_after: null,
      message,
      [kind.recordId]: null,
      [kind.recordVersion]: null,
    })),
    ...known.map((one) => ({ ...one, line: one.line + strays.length })),
  ]
  await keepLines(kind, context, update, lines)
  const count = (outcome: string): number => lines.filter((line) => line.outcome === outcome).length
  await noteMass(kind, context, update.id, {
    status: 'previewed',
    matched: records.length,
    changes: count('planned'),
    conflicts: count('conflict'),
    unchanged: count('unchanged'),
    processed: null,
    done: null,
    failed: null,
    kept: null,
    previewed_at: new Date().toISOString(),
    started_at: null,
    finished_at: null,
  })
}

async function keepLines(
  kind: MassKind,
  { tx, caller }: WriteContext,
  update: Row,
  lines: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const run = update['run_number'] as string
  await tx.query(sql`
    delete from ${id(kind.lines)} t where t.organization_id = ${caller.organizationId} and t.run_number = ${run}`)
  const columns = Object.keys(lines[0] ?? {})
  if (columns.length === 0) return
  await tx.query(sql`
    insert into ${id(kind.lines)} (organization_id, created_by, updated_by, run_number, ${ids(columns)})
    select ${caller.organizationId}, ${caller.userId}, ${caller.userId}, ${run}, ${ids(columns)}
      from jsonb_populate_recordset(null::${id(kind.lines)}, ${JSON.stringify(lines)}::jsonb) l`)
}
