import type { Tx } from '../../store/database.ts'
import { id, join, raw, sql, type Sql } from '../../store/sql.ts'
import { countDecided } from './decisions.ts'
import type { JobContext } from './jobs.ts'
import { fewestForTwo, isSparse, linesWhere, pageRanges, sharedOut, type CheckInput } from './lines.ts'
import { checkedRows, countedLines } from './plan-sql.ts'
import {
  rejectCircles,
  rejectRepeated,
  rejectTaken,
  rejectUnknown,
  rejectUnknownAmong,
  rejectUnlisted,
} from './reject.ts'
import { rejectOverlapping } from './reject-overlapping.ts'
import { decisionsTable, rowsTable, stagingTable } from './staging-table.ts'
import { distrustStale } from './stale-statistics.ts'
import type { Counts } from './upload-record.ts'

/** Fills the rows of a check, statement by statement over the whole file. */
export async function checkUpload(tx: Tx, input: CheckInput, context: JobContext): Promise<void> {
  await tx.query(largeWork)
  await fillRows(tx, input, context)
  const { plan } = input
  context.progress('Comparing the lines', input.rows, input.rows)
  // The rows are new and without statistics; every line is looked at anyway, so joins by hash are right.
  await tx.query(sql`set local enable_nestloop = off`)
  await rejectRepeated(tx, input)
  const fields = plan.fields.filter(({ carried }) => !carried)
  const strict = fields.filter(({ field }) => field.integrity !== 'soft')
  for (const planned of fields) {
    context.signal.throwIfAborted()
    if (strict.includes(planned) && planned.field.type === 'references') await rejectUnknownAmong(tx, input, planned)
    if (planned.field.valuesOf) await rejectUnlisted(tx, input, planned)
    if (planned.field.unique && !(plan.keys.length === 1 && plan.keys[0] === planned))
      await rejectTaken(tx, input, planned)
  }
  for (const planned of fields) if (planned.field.acyclic) await rejectCircles(tx, input, planned)
  // Last, since lines may refer to what lines that are rejected would have made; among their own kind until none is left.
  const references = strict.filter(({ field }) => field.type === 'reference')
  const own = references.filter(({ field }) => field.target === plan.screen.name)
  for (const planned of references) {
    context.signal.throwIfAborted()
    if (!own.includes(planned)) await rejectUnknown(tx, input, planned)
  }
  for (let found = own.length; found > 0;) {
    found = 0
    for (const planned of own) found += await rejectUnknown(tx, input, planned)
    if (own.length === 1) break
  }
  // Only lines that will be written can stand in the way of others.
  await rejectOverlapping(tx, input)
}

const largeWork = sql`set local work_mem = '256MB'`

async function fillRows(tx: Tx, input: CheckInput, context: JobContext): Promise<void> {
  const { plan, organizationId, uploadId } = input
  const [staging, rows] = [stagingTable(uploadId), rowsTable(uploadId)]
  const [found] = await tx.query<{ existing: boolean }>(
    sql`select exists (select from ${id(plan.table)} where organization_id = ${organizationId}) as existing`,
  )
  const options = {
    existing: found!.existing,
    organizationId,
    replace: input.replace,
    sparse: isSparse(plan),
    decisions: decisionsTable(uploadId),
  }
  if (options.existing) await distrustStale(tx, plan.table)
  context.progress('Reading the lines', 0, input.rows)
  if (!options.sparse) {
    const seen = checkedRows(plan, 'seen', sql`(select * from counted where not odd) s`, options)
    const odd = checkedRows(plan, 'odd', sql`(select * from counted where odd) s`, options)
    const both = plan.hasOdd ? sql`(${seen}) union all (${odd})` : seen
    await tx.query(sql`with counted as materialized (${countedLines(plan, staging)}) insert into ${rows} ${both}`)
    return
  }
  const ranges = await pageRanges(tx, staging, 's', !options.existing)
  let done = 0
  const take = sharedOut(ranges, async (own, range: Sql) => {
    context.signal.throwIfAborted()
    for (const trust of plan.hasOdd ? (['seen', 'odd'] as const) : (['seen'] as const)) {
      const lines = linesWhere(uploadId, sql`${range} and ${raw(trust === 'odd' ? 's.odd' : 'not s.odd')}`)
      // What was dear to read is kept as it was read.
      const kept = trust === 'odd' ? sql`` : sql` where c.outcome <> 'I'`
      await own.query(sql`insert into ${rows} select * from (${checkedRows(plan, trust, lines, options)}) c${kept}`)
    }
    done += 1
    context.progress('Checking the lines', Math.round((done / ranges.length) * input.rows), input.rows)
  })
  const both = ranges.length >= fewestForTwo && input.beside
  // The rows of a check that fails are made anew by the next, whoever wrote them.
  const beside = async (second: Tx) => {
    await second.query(largeWork)
    if (options.existing) await distrustStale(second, plan.table)
    await take(second)
  }
  const ends = await Promise.allSettled([take(tx), ...(both ? [input.beside!(beside)] : [])])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

const outcomes = { I: 'insert', U: 'update', '=': 'unchanged', C: 'conflict', R: 'rejected', S: 'skipped' } as const

export type Outcome = (typeof outcomes)[keyof typeof outcomes]

/** The letter of an outcome among the rows. */
export const outcomeLetter = (outcome: Outcome): string =>
  Object.entries(outcomes).find(([, name]) => name === outcome)![0]

/** The outcome of a letter among the rows; lines of which nothing was kept are insertions. */
export const outcomeNamed = (letter: string | null): Outcome => outcomes[(letter ?? 'I') as keyof typeof outcomes]

/** How many lines would do what, after a check. */
export async function countRows(tx: Tx, { uploadId, rows, plan }: CheckInput): Promise<Counts> {
  const counts = { insert: 0, update: 0, unchanged: 0, conflict: 0, rejected: 0, skipped: 0 }
  const found = await tx.query<{ outcome: keyof typeof outcomes; count: number }>(sql`
    select outcome::text as outcome, count(*) as count from ${rowsTable(uploadId)} group by 1`)
  for (const { outcome, count } of found) counts[outcomes[outcome]] = count
  const decided = plan.format.row_version ? await countDecided(tx, uploadId) : 0
  return {
    ...counts,
    insert: rows - counts.update - counts.unchanged - counts.conflict - counts.rejected - counts.skipped,
    ...(decided > 0 ? { decided } : {}),
  }
}

/** Conditions joined by and; always true when there are none. */
export const every = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? join(conditions, ' and ') : sql`true`
