import { fieldNamed, validateRecord, type Field, type Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError, type Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { keyIndexName, uniqueIndexName } from '../store/schema-sync.ts'
import { id, ids, join, raw, sql, type Sql } from '../store/sql.ts'
import { fieldSql, valueSql } from './columns.ts'
import { counts } from './count-cache.ts'
import { checkFiles, noteFiles } from './files/held-files.ts'
import { deleteWithHistory, sameValue, writeHistory, type Changes } from './history.ts'
import type { RecordHooks } from './hooks.ts'
import { today } from './list.ts'
import { lockOne } from './one.ts'
import type { Row } from './page.ts'
import { referenceIssues, whereUsed } from './references.ts'
import { mayReadField, mayWriteField } from './screen-access.ts'

export interface WriteContext {
  readonly tx: Tx
  readonly screen: Screen
  readonly caller: Caller
  readonly screens: readonly Screen[]
  readonly hooks: RecordHooks
  /** The import that writes the record, if one does. */
  readonly uploadId?: number
}

type Values = Record<string, unknown>

const system = new Set([
  'id',
  'row_version',
  'labels',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'upload_id',
  'organization_id',
])

/** What was sent without system columns and without fields that only came back as they were read. */
function inputOf({ screen, caller }: WriteContext, body: Values, issues: Issue[], current: Row | null): Values {
  const input: Values = {}
  for (const [name, value] of Object.entries(body)) {
    if (system.has(name)) continue
    const field = screen.fields.find((candidate) => candidate.name === name)
    if (field && (field.readOnly || !mayWriteField(caller, screen, name))) {
      if (!sameValue(value, current?.[name] ?? null))
        issues.push({ path: [name], code: 'denied', message: `${field.label} cannot be changed by you` })
    } else input[name] = value
  }
  return input
}

async function checked(context: WriteContext, body: Values, current: Row | null): Promise<Values> {
  const { tx, screen, caller, screens, hooks } = context
  const issues: Issue[] = []
  const input = inputOf(context, body, issues, current)
  const mode = current ? 'update' : 'create'
  const result = validateRecord(screen.fields, input, { mode, today: today(), ...(current ? { current } : {}) })
  issues.push(...result.issues)
  issues.push(...(await checkFiles(context, result.values, current)))
  if (hooks.beforeWrite) issues.push(...(await hooks.beforeWrite(context, result.values, current)))
  const merged = { ...current, ...result.values }
  const touched = Object.keys(result.values)
  const references = await referenceIssues(tx, screen, caller.organizationId, merged, screens)
  issues.push(...references.filter((issue) => !current || touched.includes(String(issue.path[0]))))
  if (issues.length > 0) throw new AppError('VALIDATION', { issues })
  return result.values
}

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
  const values = await checked(context, body, null)
  const given = assignments(
    screen,
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    null,
  )
  const columns = ['organization_id', 'created_by', 'updated_by', 'upload_id', ...given.map(({ column }) => column)]
  const row = await unique(context, () =>
    tx.query<{ id: number }>(sql`
      insert into ${id(screen.table!.name)} (${ids(columns)})
      values (${join([sql`${caller.organizationId}`, sql`${caller.userId}`, sql`${caller.userId}`, sql`${context.uploadId ?? null}::bigint`, ...given.map(({ value }) => value)], ', ')})
      returning id`),
  )
  const recordId = row[0]!.id
  const changes = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, [null, value] as const]])),
  )
  await noteFiles(context, recordId, values)
  await writeHistory(tx, screen, caller, recordId, 'insert', changes, context.uploadId)
  tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
  if (hooks.afterWrite) await hooks.afterWrite(context, { ...values, id: recordId, row_version: 1 }, null)
  return recordId
}

/** Updates a record from `row_version` on; ROW_CONFLICT carries the stored record. Answers false when nothing changed, and then writes nothing. */
export async function updateRecord(context: WriteContext, recordId: number, body: Values): Promise<boolean> {
  const { tx, screen, caller, hooks } = context
  const current = await lockOne(tx, screen, caller.organizationId, recordId)
  if (!current) throw new AppError('NOT_FOUND')
  if (body['row_version'] !== undefined && body['row_version'] !== current.row_version) {
    throw new AppError('ROW_CONFLICT', { details: { current: visible(context, current) } })
  }
  const values = await checked(context, body, current)
  const changed = Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !sameStored(fieldNamed(screen.fields, name), current[name], value),
    ),
  )
  if (Object.keys(changed).length === 0) return false
  const upload = context.uploadId === undefined ? sql`` : sql`, upload_id = ${context.uploadId}`
  const sets = assignments(screen, changed, raw('t')).map(({ column, value }) => sql`${id(column)} = ${value}`)
  await unique(context, () =>
    tx.query(sql`
      update ${id(screen.table!.name)} t
         set ${join(sets, ', ')}, row_version = t.row_version + 1, updated_at = now(), updated_by = ${caller.userId}${upload}
       where t.organization_id = ${caller.organizationId} and t.id = ${recordId}`),
  )
  const changes: Changes = Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, [current[name] ?? null, value] as const]),
  )
  await noteFiles(context, recordId, changed)
  await writeHistory(tx, screen, caller, recordId, 'update', changes, context.uploadId)
  tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
  if (hooks.afterWrite)
    await hooks.afterWrite(context, { ...current, ...changed, row_version: current.row_version + 1 }, current)
  return true
}

// numeric columns answer with all their decimals: 5 was stored as 5.0000.
const sameStored = (field: Field, stored: unknown, value: unknown): boolean => {
  if (field.scale !== undefined && typeof stored === 'string' && typeof value === 'string') {
    const bare = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
    return bare(stored) === bare(value)
  }
  return sameValue(stored, value)
}

const visible = ({ screen, caller }: WriteContext, row: Row): Values =>
  Object.fromEntries(Object.entries(row).filter(([name]) => system.has(name) || mayReadField(caller, screen, name)))

// Deletions that something else hangs on are looked at one by one.
const mostHooked = 10_000

/** Deletes the rows a condition on `t` finds, with their history; STILL_REFERENCED when others refer to them. Answers how many. */
export async function deleteRecords(context: WriteContext, where: Sql): Promise<number> {
  const { tx, screen, caller, hooks } = context
  const table = id(screen.table!.name)
  await refuseReferenced(context, table, where)
  if (hooks.beforeDelete) {
    const rows = await tx.query<Row>(sql`select t.* from ${table} t where ${where} limit ${mostHooked + 1} for update`)
    if (rows.length > mostHooked) {
      throw new AppError('TOO_LARGE', {
        message: `At most ${mostHooked} of these are deleted at a time. Narrow the filter.`,
      })
    }
    await hooks.beforeDelete(context, rows)
  }
  const deleted = await deleteWithHistory(tx, screen, caller, table, where)
  tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
  return deleted
}

async function refuseReferenced({ tx, screen, caller, screens }: WriteContext, table: Sql, where: Sql): Promise<void> {
  const refersHere = screens.some((other) =>
    other.fields.some((field) => field.target === screen.name && field.integrity !== 'soft'),
  )
  const key = screen.fields.find((field) => field.name === screen.table?.key[0])
  if (!refersHere || !key) return
  const rows = await tx.query<{ key: string | null }>(
    sql`select ${fieldSql(key)}::text as key from ${table} t where ${where} for update`,
  )
  const keys = rows.flatMap((row) => row.key ?? [])
  const used = keys.length ? await whereUsed(tx, screen, caller.organizationId, keys, screens) : []
  if (used.length === 0) return
  const places = used.map(({ label, count }) => `${count} ${label.toLowerCase()}`).join(', ')
  throw new AppError('STILL_REFERENCED', {
    message: `This cannot be deleted: ${places} refer to it.`,
    details: { used },
  })
}

/** Turns a violated unique index into an issue at its fields; with row-level security PostgreSQL tells no more than the index. */
async function unique<T>({ screen }: WriteContext, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') throw error
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

function violated(screen: Screen, index: string): Field[] {
  const { name, key } = screen.table!
  if (index === keyIndexName(name)) return key.map((part) => fieldNamed(screen.fields, part))
  return screen.fields.filter((field) => field.unique && index === uniqueIndexName(name, field.storage.column))
}
