import { isAbsent, type Field, type Screen, decimalTypes } from '#src/definition'
import { resolveDate } from '#src/definition/dates.ts'
import { AppError } from '../../errors.ts'
import type { TenantScope, Tx } from '../../store/database.ts'
import { id, raw, sql, type Sql } from '../../store/sql.ts'
import { approvalFollowing, followingAssignment, followingPair } from '../approval/import-rules.ts'
import { fieldSql } from '../columns.ts'
import type { RecordHooks } from '../hooks.ts'
import { besideKey } from './beside-key.ts'
import { every } from './check.ts'
import { withoutCircles } from './without-circles.ts'
import type { JobContext } from './jobs.ts'
import { fewestForTwo, isSparse, linesWhere, notKept, pageRanges, sharedOut } from './lines.ts'
import type { PlannedField, UploadPlan } from './plan.ts'
import { newRows } from './plan-sql.ts'
import { literalOf } from './plan-values.ts'
import type { SecondWriter } from './second-writer.ts'
import { rowsTable, stagingTable } from './staging-table.ts'
import { distrustStale } from './stale-statistics.ts'
import type { Counts } from './upload-record.ts'

export interface CommitInput {
  readonly uploadId: number
  readonly scope: TenantScope
  readonly plan: UploadPlan
  readonly counts: Counts
  /** Rows to delete first, as a condition over the table with the alias t. */
  readonly replace?: Sql
  /** What of an approved record is kept beside a change of it. */
  readonly held?: RecordHooks['heldWhenChanged']
  /** What new records get in fields that the file does not have. */
  readonly given?: RecordHooks['givenWhenImported']
  /** Writes beside this transaction what is large enough for two. */
  readonly second?: SecondWriter | null
}

export interface CommitResult {
  readonly inserted: number
  readonly updated: number
  /** Lines that others had overtaken between check and commit. */
  readonly conflicts: number
  readonly deleted: number
}

/** Writes the checked rows and their history; part of the caller's transaction. */
export async function commitUpload(tx: Tx, input: CommitInput, context: JobContext): Promise<CommitResult> {
  try {
    return await writeApart(tx, input, context)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '23P01') throw error
    throw new AppError('WRONG_STATE', {
      message: `Meanwhile somebody saved ${input.plan.screen.plural.toLowerCase()} whose periods overlap those of the file. Check the file again.`,
      cause: error,
    })
  }
}

/** New records alone close no circle: nobody could refer to them before. */
function writeApart(tx: Tx, input: CommitInput, context: JobContext): Promise<CommitResult> {
  const { plan, scope, uploadId, counts, replace } = input
  const write = () => writeChecked(tx, input, context)
  if (counts.update === 0 && !replace) return write()
  const names = new Set(plan.fields.flatMap(({ field, carried }) => (carried ? [] : [field.name])))
  const written = sql`select id from ${id(plan.table)} where organization_id = ${scope.organizationId} and upload_id = ${uploadId}`
  return withoutCircles({ tx, screen: plan.screen, organizationId: scope.organizationId }, names, written, write)
}

async function writeChecked(tx: Tx, input: CommitInput, context: JobContext): Promise<CommitResult> {
  await tx.query(sql`set local work_mem = '256MB'`)
  const deleted = input.replace ? await deleteReplaced(tx, input, input.replace) : 0
  const total = input.counts.insert + input.counts.update
  if (input.counts.update > 0) await distrustStale(tx, input.plan.table)
  const updates = input.counts.update > 0 ? await updateRows(tx, input) : { updated: 0, conflicts: 0 }
  context.progress('Writing the lines', updates.updated, total)
  const inserted = input.counts.insert > 0 ? await insertRows(tx, input, context, total) : 0
  return { inserted, updated: updates.updated, conflicts: updates.conflicts + input.counts.insert - inserted, deleted }
}

/** Columns and their values in a new row: what the file brings, and the defaults of the fields it does not. */
function insertColumns({ plan, scope, given: told = {} }: CommitInput): readonly (readonly [string, string])[] {
  const plain = plan.fields
    .filter(({ field }) => !field.storage.key)
    .map(({ field, value }) => [field.storage.column, `r.${id(value).sql}`] as const)
  const keyed = plan.fields.filter(({ field }) => field.storage.key)
  const mapped = new Set(plan.fields.map(({ field }) => field.name))
  const byDefault = plan.screen.fields.filter(
    (field) => !mapped.has(field.name) && !isAbsent(field.default) && !field.visible,
  )
  const given = [
    ...keyed.map(({ field, value }) => ({ field, value: `r.${id(value).sql}` })),
    ...byDefault
      .filter((field) => field.storage.key)
      .map((field) => ({ field, value: `(${literalOf(field, defaultOf(field, plan))})` })),
  ]
  const columns = [...new Set(given.map(({ field }) => field.storage.column))]
  const objects = columns.map(
    (column) => [column, objectSql(given.filter(({ field }) => field.storage.column === column))] as const,
  )
  const defaults = byDefault
    .filter((field) => !field.storage.key && !columns.includes(field.storage.column))
    .map(
      (field) =>
        [
          field.storage.column,
          told[field.name]?.(scope.organizationId) ?? literalOf(field, defaultOf(field, plan)),
        ] as const,
    )
  return [...plain, ...objects, ...defaults]
}

const defaultOf = (field: Field, plan: UploadPlan): unknown => resolveDate(field.default, field.type, plan.today)

/** User-defined attributes as one object; decimals as text, as the interface carries them. */
const attributesSql = (fields: readonly PlannedField[]): string =>
  objectSql(fields.map(({ field, value }) => ({ field, value: `r.${id(value).sql}` })))

function objectSql(fields: readonly { readonly field: Field; readonly value: string }[]): string {
  const pairs = fields.map(
    ({ field, value }) =>
      `'${field.storage.key!.replaceAll("'", "''")}', ${decimalTypes.has(field.type) ? `${value}::text` : value}`,
  )
  // A function takes a hundred arguments at most.
  const objects = Array.from(
    { length: Math.ceil(pairs.length / 45) },
    (_, at) => `jsonb_build_object(${pairs.slice(at * 45, (at + 1) * 45).join(', ')})`,
  )
  return `jsonb_strip_nulls(${objects.join(' || ') || "'{}'::jsonb"})`
}

/** FROM items with the alias r that hold the new rows, span by span: read from the file again, or from the rows kept by the check. */
async function sourcesOf(tx: Tx, { plan, uploadId }: CommitInput): Promise<readonly Sql[]> {
  if (!isSparse(plan)) {
    const ranges = await pageRanges(tx, rowsTable(uploadId), 'k', true)
    return ranges.map((range) => keptSource(uploadId, range))
  }
  const ranges = await pageRanges(tx, stagingTable(uploadId), 's', true)
  const [found] = await tx.query<{ kept: boolean; ready: boolean }>(sql`
    select exists (select from ${rowsTable(uploadId)} where outcome <> 'I') as kept, exists (select from ${rowsTable(uploadId)} where outcome = 'I') as ready`)
  // Of the lines without surprises, only those that are no new rows are kept; of those with, all.
  const free = found!.kept ? sql` and ${notKept(uploadId)}` : sql``
  const ready = found!.ready ? await pageRanges(tx, rowsTable(uploadId), 'k', true) : []
  return [
    ...ranges.map(
      (range) => sql`(${newRows(plan, 'seen', linesWhere(uploadId, sql`${range} and not s.odd${free}`))}) r`,
    ),
    ...ready.map((range) => keptSource(uploadId, range)),
  ]
}

/** New rows that the check has kept. */
const keptSource = (uploadId: number, range: Sql): Sql =>
  sql`(select * from ${rowsTable(uploadId)} k where ${range} and k.outcome = 'I') r`

async function insertRows(tx: Tx, input: CommitInput, context: JobContext, total: number): Promise<number> {
  const sources = await sourcesOf(tx, input)
  let inserted = 0
  const write = async (own: Tx, source: Sql, ids: IdBlock | null) => {
    context.signal.throwIfAborted()
    const count = await insertRange(own, input, source, ids)
    inserted += count
    context.progress('Writing the lines', Math.min(total, input.counts.update + inserted), total)
  }
  if (await insertTogether(tx, input, sources, write)) return inserted
  context.signal.throwIfAborted()
  inserted = 0
  for (const source of sources) await write(tx, source, null)
  return inserted
}

/** Shares the sources out between this transaction and a second one; false when nothing was written, because one alone has to do it. */
async function insertTogether(
  tx: Tx,
  input: CommitInput,
  sources: readonly Sql[],
  write: (own: Tx, source: Sql, ids: IdBlock) => Promise<void>,
): Promise<boolean> {
  const { second, counts, plan } = input
  if (!second || counts.update > 0 || input.replace || sources.length < fewestForTwo) return false
  const ids = await reserveIds(tx, input)
  if (!ids) return false
  const take = sharedOut(sources, (own, source: Sql) => write(own, source, ids))
  await tx.query(sql`savepoint together`)
  const [own, other] = await Promise.allSettled([take(tx), second.write(take)])
  if (own.status === 'rejected') throw own.reason
  if (other.status === 'rejected') {
    await tx.query(sql`rollback to savepoint together`)
    return false
  }
  if (plan.screen.table!.history)
    await noteSpans(tx, input, sql`select ${ids.first}::bigint as first, ${ids.last}::bigint as last`)
  return true
}

/** Ids for all lines of a file, from the first line's to the last's. */
interface IdBlock {
  readonly first: number
  readonly last: number
  readonly firstLine: number
}

/** Takes ids for all lines at once; null when somebody is writing, when only few lines are new, or when writing has more to it than rows. */
async function reserveIds(tx: Tx, { plan, uploadId, counts, second }: CommitInput): Promise<IdBlock | null> {
  const lines = stagingTable(uploadId)
  const [found] = await tx.query<{ first: number; last: number; triggers: boolean }>(sql`
    select (select min(rowno) from ${lines} where ctid < '(1,0)'::tid) as first,
           (select max(rowno) from ${lines} where ctid >= (select format('(%s,0)', greatest(0, pg_relation_size(${lines.sql}::regclass) / 8192 - 1024))::tid)) as last,
           exists (select from pg_trigger where tgrelid = ${id(plan.table).sql}::regclass and not tgisinternal) as triggers`)
  const { first: firstLine, last: lastLine, triggers } = found!
  const size = lastLine - firstLine + 1
  if (triggers || size > 2 * counts.insert) return null
  const first = await second!.reserveIds(plan.table, size)
  return first === null ? null : { first, last: first + size - 1, firstLine }
}

async function sequenceOf(tx: Tx, { table }: UploadPlan): Promise<string> {
  const [sequence] = await tx.query<{ name: string }>(
    sql`select pg_get_serial_sequence(${id(table).sql}, 'id') as name`,
  )
  return sequence!.name
}

/** Inserts without looking for conflicts first; only where somebody else was faster, once more with a look. */
async function insertRange(tx: Tx, input: CommitInput, source: Sql, ids: IdBlock | null): Promise<number> {
  await tx.query(sql`savepoint part`)
  try {
    const count = await insertInto(tx, input, source, ids, sql``)
    await tx.query(sql`release savepoint part`)
    return count
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') throw error
    await tx.query(sql`rollback to savepoint part`)
    return insertInto(tx, input, source, ids, sql`on conflict ${besideKey(input.plan.screen)}do nothing`)
  }
}

async function insertInto(
  tx: Tx,
  input: CommitInput,
  source: Sql,
  ids: IdBlock | null,
  conflict: Sql,
): Promise<number> {
  const { plan, scope, uploadId } = input
  const columns = [...insertColumns(input), ...(ids ? [['id', `r.rowno + ${ids.first - ids.firstLine}`] as const] : [])]
  const insert = sql`
    insert into ${id(plan.table)} (organization_id, created_by, updated_by, upload_id, ${raw(columns.map(([name]) => id(name).sql).join(', '))})
    select ${scope.organizationId}::bigint, ${scope.userId}::bigint, ${scope.userId}::bigint, ${uploadId}::bigint, ${raw(columns.map(([, value]) => value).join(', '))}
      from ${source} ${conflict}`
  const before = ids ? 0 : await lastId(tx, plan)
  const { rowCount } = await tx.client.query({ text: insert.text, values: insert.values })
  const count = rowCount ?? 0
  if (!ids && count > 0 && plan.screen.table!.history)
    await noteInserted(tx, input, count, before + 1, await lastId(tx, plan))
  return count
}

/** The last id that was given out in a table, by whomever. */
async function lastId(tx: Tx, plan: UploadPlan): Promise<number> {
  const [row] = await tx.query<{ last: number }>(
    sql`select case when is_called then last_value else last_value - 1 end as last from ${raw(await sequenceOf(tx, plan))}`,
  )
  return row!.last
}

/**
 * Writes one entry for all the rows of a statement: their ids follow one another unless others inserted meanwhile.
 * Entry by entry, the history would cost half as much again as the rows.
 */
async function noteInserted(tx: Tx, input: CommitInput, count: number, first: number, last: number): Promise<void> {
  const { plan, scope, uploadId } = input
  const spans =
    last - first + 1 === count
      ? sql`select ${first}::bigint as first, ${last}::bigint as last`
      : sql`select min(id) as first, max(id) as last from (
          select id, id - row_number() over (order by id) as span from ${id(plan.table)}
           where organization_id = ${scope.organizationId} and upload_id = ${uploadId} and row_version = 1 and id between ${first} and ${last}) r group by span`
  await noteSpans(tx, input, spans)
}

async function noteSpans(tx: Tx, { plan, scope, uploadId }: CommitInput, spans: Sql): Promise<void> {
  await tx.query(sql`
    insert into history (organization_id, screen, record_id, last_record_id, user_id, operation, upload_id)
    select ${scope.organizationId}::bigint, ${plan.screen.name}, first, nullif(last, first), ${scope.userId}::bigint, 'insert', ${uploadId}::bigint from (${spans}) s`)
}

async function updateRows(tx: Tx, input: CommitInput): Promise<{ updated: number; conflicts: number }> {
  const { plan, scope, uploadId, counts } = input
  const rows = rowsTable(uploadId)
  const changed = plan.fields.filter((planned) => !plan.keys.includes(planned))
  const following = approvalFollowing(
    plan.screen,
    changed.map(({ field, value, type }) => ({
      field,
      differs: `(${fieldSql(field).sql})::${type} is distinct from r.${id(value).sql}`,
    })),
    input.held,
  )
  const same = sql`t.organization_id = ${scope.organizationId} and t.id = r.target and t.row_version = r.version and r.outcome = 'U'`
  if (plan.screen.table!.history) {
    await tx.query(
      sql`select count(*) from (select 1 from ${id(plan.table)} t, ${rows} r where ${same} for update of t) locked`,
    )
    await tx.query(sql`
      insert into history (organization_id, screen, record_id, user_id, operation, changes, upload_id)
      select t.organization_id, ${plan.screen.name}, t.id, ${scope.userId}::bigint, 'update',
             (select jsonb_object_agg(name, jsonb_build_array(old, new)) from (values ${raw([...changed.map(changePair), ...following.map(followingPair)].join(', '))}) as c (name, old, new) where old is distinct from new) || ${raw(rowBefore(changed))},
             ${uploadId}::bigint
        from ${id(plan.table)} t, ${rows} r where ${same}`)
  }
  const [row] = await tx.query<{ count: number }>(sql`
    with changed as (
      update ${id(plan.table)} t set ${raw([updateAssignments(changed), ...following.map(followingAssignment)].join(', '))}, row_version = ${raw(importedVersion(uploadId))},
             updated_at = now(), updated_by = ${scope.userId}::bigint, upload_id = ${uploadId}::bigint
        from ${rows} r where ${same} returning 1)
    select count(*) as count from changed`)
  return { updated: row!.count, conflicts: counts.update - row!.count }
}

const json = (field: Field, value: string): string =>
  `to_jsonb(${decimalTypes.has(field.type) ? `(${value})::text` : value})`

const changePair = ({ field, value, type }: PlannedField): string =>
  `('${field.name.replaceAll("'", "''")}', ${json(field, `(${fieldSql(field).sql})::${type}`)}, ${json(field, `r.${id(value).sql}`)})`

/** What else of a row undoing needs: version, when and by whom it was written, the import before, and objects of attributes as a whole. */
function rowBefore(fields: readonly PlannedField[]): string {
  const keyed = fields.filter(({ field }) => field.storage.key).map(({ field }) => field.storage.column)
  const objects = [...new Set(keyed)].map((column) => `, '${column}', t.${id(column).sql}`)
  return `jsonb_build_object('_row', jsonb_build_object(${clock.map((name) => `'${name}', t.${name}`).join(', ')}${objects.join('')}))`
}

const clock = ['row_version', 'updated_at', 'updated_by', 'upload_id'] as const

/**
 * The version of a row that an import changed. Undoing the import brings the version before back, from which others count on:
 * so that none of them is mistaken for the import's own, those are far above and differ from import to import.
 */
const importedVersion = (uploadId: number): string => `(t.row_version / 1000 + 1) * 1000 + ${uploadId % 1_000}`

function updateAssignments(fields: readonly PlannedField[]): string {
  const plain = fields
    .filter(({ field }) => !field.storage.key)
    .map(({ field, value }) => `${id(field.storage.column).sql} = r.${id(value).sql}`)
  const keyed = fields.filter(({ field }) => field.storage.key)
  const objects = [...new Set(keyed.map(({ field }) => field.storage.column))].map((column) => {
    const own = attributesSql(keyed.filter(({ field }) => field.storage.column === column))
    const names = keyed
      .filter(({ field }) => field.storage.column === column)
      .map(({ field }) => `'${field.storage.key!.replaceAll("'", "''")}'`)
    return `${id(column).sql} = (coalesce(t.${id(column).sql}, '{}') - array[${names.join(', ')}]) || ${own}`
  })
  return [...plain, ...objects].join(', ')
}

async function deleteReplaced(tx: Tx, { plan, scope, uploadId }: CommitInput, replace: Sql): Promise<number> {
  const where = every([sql`t.organization_id = ${scope.organizationId}`, replace])
  const [row] = await tx.query<{ count: number }>(sql`
    with gone as (delete from ${id(plan.table)} t where ${where} returning t.*), noted as (
      insert into history (organization_id, screen, record_id, user_id, operation, changes, upload_id)
      select ${scope.organizationId}::bigint, ${plan.screen.name}, t.id, ${scope.userId}::bigint, 'delete', jsonb_build_object('_row', to_jsonb(t)), ${uploadId}::bigint
        from gone t where ${plan.screen.table!.history})
    select count(*) as count from gone`)
  return row!.count
}

/** Throws WRONG_STATE when somebody else changed rows since the check and only the whole file may be written. */
export function demandWhole(screen: Screen, { conflicts }: CommitResult): void {
  if (conflicts === 0) return
  throw new AppError('WRONG_STATE', {
    message: `${conflicts === 1 ? `1 ${screen.label.toLowerCase()} was` : `${conflicts} ${screen.plural.toLowerCase()} were`} changed by others since the check. Check the file again.`,
  })
}
