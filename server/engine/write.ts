import { fieldNamed, fieldTypes, type Field, type Screen } from '#src/definition'
import { AppError } from '../errors.ts'
import { keyIndexName, uniqueIndexName } from '../store/schema-sync.ts'
import { id, ids, join, raw, sql, type Sql } from '../store/sql.ts'
import { validitiesOf, validityConstraint } from '../store/validity-constraint.ts'
import { lockWaysOfMove } from './circles.ts'
import { valueSql } from './columns.ts'
import { counts } from './count-cache.ts'
import { noteFiles } from './files/held-files.ts'
import { insertNoted, writeHistory, type Changes } from './history.ts'
import { giveNumbers } from './numbers.ts'
import { lockOne } from './one.ts'
import { keptApart } from './overlaps.ts'
import type { Row } from './page.ts'
import { changedValues, checkedValues, demandVersion, type Values, type WriteContext } from './write-check.ts'

interface Assignment {
  readonly column: string
  readonly value: Sql
}

/** Values by column; user-defined attributes are merged into theirs. */
function assignments(screen: Screen, values: Values, table: Sql | null): Assignment[] {
  const entries = Object.entries(values).map(([name, value]) => [fieldNamed(screen.fields, name), value] as const)
  const plain = entries.filter(([field]) => !field.storage.key)
  const keyed = entries.filter(([field]) => field.storage.key)
  const columns = [...new Set(keyed.map(([field]) => field.storage.column))]
  return [
    ...plain
      .filter(([field]) => !columns.includes(field.storage.column))
      .map(([field, value]) => ({ column: field.storage.column, value: valueSql(field, value) })),
    ...columns.map((column) => ({ column, value: attributesSql(column, keyed, plain, table) })),
  ]
}

function attributesSql(
  column: string,
  keyed: readonly (readonly [Field, unknown])[],
  plain: readonly (readonly [Field, unknown])[],
  table: Sql | null,
): Sql {
  const patch = Object.fromEntries(keyed.map(([field, value]) => [field.storage.key!, value ?? null]))
  const whole = plain.find(([field]) => field.storage.column === column)?.[1]
  const base = whole
    ? sql`${JSON.stringify(whole)}::jsonb`
    : table
      ? sql`coalesce(${table}.${id(column)}, '{}'::jsonb)`
      : sql`'{}'::jsonb`
  return sql`jsonb_strip_nulls(${base} || ${JSON.stringify(patch)}::jsonb)`
}

/** Creates a record; VALIDATION with all issues, DUPLICATE_KEY at the key's fields. */
export async function createRecord(context: WriteContext, body: Values): Promise<number> {
  const { tx, screen, caller, hooks } = context
  const values = await checkedValues(context, body, null)
  await giveNumbers(context, values)
  const given = assignments(
    screen,
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    null,
  )
  const columns = ['organization_id', 'created_by', 'updated_by', 'upload_id', ...given.map(({ column }) => column)]
  const changes = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, [null, value] as const]])),
  )
  const own = [sql`${caller.organizationId}`, sql`${caller.userId}`, sql`${caller.userId}`]
  const all = [...own, sql`${context.uploadId ?? null}::bigint`, ...given.map(({ value }) => value)]
  const row = await unique(context, () =>
    tx.query<{ id: number }>(sql`
      with made as (insert into ${id(screen.table!.name)} (${ids(columns)}) values (${join(all, ', ')}) returning organization_id, id)${insertNoted(screen, caller, changes, context.uploadId)}
      select id from made`),
  )
  const recordId = row[0]!.id
  await noteFiles(context, recordId, values)
  tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
  if (hooks.afterWrite) await hooks.afterWrite(context, { ...values, id: recordId, row_version: 1 }, null)
  return recordId
}

/** Updates a record from `row_version` on; ROW_CONFLICT carries the stored record. Answers false when nothing changed, and then writes nothing. */
export async function updateRecord(context: WriteContext, recordId: number, body: Values): Promise<boolean> {
  const { tx, screen, caller } = context
  await lockWaysOfMove(tx, screen, caller.organizationId, recordId, body)
  const current = await lockOne(tx, screen, caller.organizationId, recordId)
  if (!current) throw new AppError('NOT_FOUND')
  const changed = await updateLocked(context, current, body)
  return Object.keys(changed).length > 0
}

/** Updates a record that this transaction has locked as `current`; answers the values that changed. */
export async function updateLocked(context: WriteContext, current: Row, body: Values): Promise<Values> {
  const { tx, screen, caller, hooks } = context
  demandVersion(context, current, body['row_version'])
  const values = await checkedValues(context, body, current)
  const changed = changedValues(screen, current, values)
  if (Object.keys(changed).length === 0) return changed
  await storeChanges(context, [current.id], changed)
  await noteFiles(context, current.id, changed)
  await writeHistory(tx, screen, caller, current.id, 'update', changesOf(current, changed), context.uploadId)
  tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
  if (hooks.afterWrite)
    await hooks.afterWrite(context, { ...current, ...changed, row_version: current.row_version + 1 }, current)
  return changed
}

/** Writes the same values into several records; DUPLICATE_KEY at the fields of a violated index. */
export async function storeChanges(
  context: WriteContext,
  recordIds: readonly number[],
  changed: Values,
): Promise<void> {
  const { tx, screen, caller } = context
  const upload = context.uploadId === undefined ? sql`` : sql`, upload_id = ${context.uploadId}`
  const sets = assignments(screen, changed, raw('t')).map(({ column, value }) => sql`${id(column)} = ${value}`)
  await unique(context, () =>
    tx.query(sql`
      update ${id(screen.table!.name)} t
         set ${join(sets, ', ')}, row_version = t.row_version + 1, updated_at = now(), updated_by = ${caller.userId}${upload}
       where t.organization_id = ${caller.organizationId} and t.id = any(${recordIds}::bigint[])`),
  )
}

/** Whether records can be given different values by one statement: not where single keys of a JSON column are set. */
export const canStoreEach = (screen: Screen, names: readonly string[]): boolean =>
  names.every((name) => !fieldNamed(screen.fields, name).storage.key)

/** Writes different values of the same fields into several records; DUPLICATE_KEY at the fields of a violated index. */
export async function storeEach(
  context: WriteContext,
  entries: readonly { readonly id: number; readonly changed: Values }[],
  names: readonly string[],
): Promise<void> {
  const { tx, screen, caller } = context
  const fields = names.map((name) => fieldNamed(screen.fields, name))
  const upload = context.uploadId === undefined ? sql`` : sql`, upload_id = ${context.uploadId}`
  const sets = fields.map(({ storage: { column } }) => sql`${id(column)} = v.${id(column)}`)
  const types = fields.map((field) => raw(`${id(field.storage.column).sql} ${fieldTypes[field.type].sql(field)}`))
  const rows = entries.map((entry) => ({
    id: entry.id,
    ...Object.fromEntries(fields.map((field) => [field.storage.column, entry.changed[field.name] ?? null])),
  }))
  await unique(context, () =>
    tx.query(sql`
      update ${id(screen.table!.name)} t
         set ${join(sets, ', ')}, row_version = t.row_version + 1, updated_at = now(), updated_by = ${caller.userId}${upload}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id bigint, ${join(types, ', ')})
       where t.organization_id = ${caller.organizationId} and t.id = v.id`),
  )
}

/** Old and new value of each field that changed. */
export const changesOf = (current: Row, changed: Values): Changes =>
  Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, [current[name] ?? null, value] as const]))

/** Turns a violated unique index into an issue at its fields; with row-level security PostgreSQL tells no more than the index. */
async function unique<T>({ screen }: WriteContext, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === '23P01') throw overlapping(screen, error)
    if (error.code !== '23505') throw error
    const fields = violated(screen, 'constraint' in error ? String(error.constraint) : '')
    const labels = fields.map((field) => field.label.toLowerCase()).join(' and ') || 'key'
    const message = `A ${screen.label.toLowerCase()} with this ${labels} exists already.`
    throw new AppError('DUPLICATE_KEY', {
      message,
      issues: fields.map((field) => ({ path: [field.name], code: 'duplicate', message })),
      cause: error,
    })
  }
}

/** Somebody was faster, or several records of one statement overlap. */
function overlapping(screen: Screen, cause: Error): AppError {
  const constraint = 'constraint' in cause ? cause.constraint : null
  const all = validitiesOf(screen)
  const broken = all.find((one) => validityConstraint(screen, one) === constraint) ?? all[0]!
  const labels = broken.within.map((field) => field.label.toLowerCase()).join(' and ')
  const message = `Overlaps another ${keptApart(screen, broken)} of the same ${labels}`
  const path = [(broken.flag ?? broken.from).name]
  return new AppError('VALIDATION', { message, issues: [{ path, code: 'overlap', message }], cause })
}

function violated(screen: Screen, index: string): Field[] {
  const { name, key } = screen.table!
  if (index === keyIndexName(name)) return key.map((part) => fieldNamed(screen.fields, part))
  return screen.fields.filter((field) => field.unique && index === uniqueIndexName(name, field.storage.column))
}
