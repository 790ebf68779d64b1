import type { Screen } from '#src/definition'
import { fieldSql } from './columns.ts'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { join, json, raw, sql, type Sql } from '../store/sql.ts'
import { mayReadField, readableFields } from './screen-access.ts'

export type Changes = Record<string, readonly [old: unknown, next: unknown]>

/** Writes one change of a record down. */
export async function writeHistory(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  recordId: number,
  operation: 'update' | 'delete',
  changes: Changes,
  uploadId: number | null = null,
): Promise<void> {
  if (!screen.table?.history) return
  await tx.query(sql`
    insert into history (organization_id, screen, record_id, user_id, operation, changes, upload_id)
    values (${caller.organizationId}, ${screen.name}, ${recordId}, ${caller.userId}, ${operation}, ${json(changes)}, ${uploadId})`)
}

/** Writes the insertion of the row of `made` down in the same statement; empty where no history is kept. */
export const insertNoted = (screen: Screen, caller: Caller, changes: Changes, uploadId: number | null = null): Sql =>
  screen.table?.history
    ? sql`, noted as (
        insert into history (organization_id, screen, record_id, user_id, operation, changes, upload_id)
        select organization_id, ${screen.name}, id, ${caller.userId}::bigint, 'insert', ${json(changes)}, ${uploadId}::bigint from made)`
    : sql``

/** Writes a change of each of several records down, in one statement. */
export async function writeHistories(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  operation: 'insert' | 'update',
  entries: readonly { readonly id: number; readonly changes: Changes }[],
): Promise<void> {
  if (!screen.table?.history || entries.length === 0) return
  const recordIds = entries.map((entry) => entry.id)
  const changes = entries.map((entry) => JSON.stringify(entry.changes))
  await tx.query(sql`
    insert into history (organization_id, screen, record_id, user_id, operation, changes)
    select ${caller.organizationId}, ${screen.name}, e.record_id, ${caller.userId}, ${operation}, e.changes::jsonb
      from unnest(${recordIds}::bigint[], ${changes}::text[]) as e (record_id, changes)`)
}

/** Deletes the rows that `where` finds, and in the same statement writes each down with its last values; answers how many. */
export async function deleteWithHistory(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  table: Sql,
  where: Sql,
): Promise<number> {
  const noted = screen.table?.history ? sql`, noted as (${deletionsSql(screen, caller)})` : sql``
  const [row] = await tx.query<{ count: number }>(sql`
    with gone as (delete from ${table} t where ${where} returning t.*)${noted} select count(*) as count from gone`)
  return row?.count ?? 0
}

function deletionsSql(screen: Screen, caller: Caller): Sql {
  const values = screen.fields
    .filter((field) => !field.storage.key)
    .map((field) => `'${field.name.replaceAll("'", "''")}', jsonb_build_array(to_jsonb(${fieldSql(field).sql}), null)`)
  // jsonb_build_object takes a hundred arguments at most.
  const objects = chunk(values, 45).map((part) => `jsonb_build_object(${part.join(', ')})`)
  return sql`
    insert into history (organization_id, screen, record_id, user_id, operation, changes)
    select t.organization_id, ${screen.name}, t.id, ${caller.userId}, 'delete', jsonb_strip_nulls(${raw(objects.join(' || ') || "'{}'::jsonb")})
      from gone t`
}

const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

export interface HistoryEntry {
  readonly id: number
  readonly at: string
  readonly user_id: number | null
  readonly user: string | null
  readonly operation: string
  readonly changes: Changes
  readonly upload_id: number | null
}

/** Entries of `h` about a record: its own, and those of imports that inserted it among others. */
export const concerns = (recordId: number): Sql =>
  sql`(h.record_id = ${recordId} or (h.last_record_id is not null and h.record_id <= ${recordId} and h.last_record_id >= ${recordId}))`

/** The names of the fields whose changes the caller may see. */
const readableNames = (caller: Caller, screen: Screen): string[] =>
  readableFields(caller, screen).map(({ name }) => name)

/** Whether an entry of `h` tells something: that one of these fields was changed, or that the record came or went. */
const tells = (names: readonly string[]): Sql => sql`(h.operation <> 'update' or h.changes ?| ${[...names]}::text[])`

// What undoing an import needs, beside the fields.
const noFields = ['_row', '_undone']

/** The fields of each screen that the caller may not see; screens without any are left out. */
export const deniedFields = (caller: Caller, screens: readonly Screen[]): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    screens.flatMap((screen) => {
      const denied = screen.fields.map(({ name }) => name).filter((name) => !mayReadField(caller, screen, name))
      return denied.length > 0 ? [[screen.name, denied] as const] : []
    }),
  )

/** Leaves entries of `h` out that tell of nothing but fields which the caller may not see: by whom and when would be told, too. */
export function tellsOfSeen(caller: Caller, screens: readonly Screen[]): Sql {
  const parts = Object.entries(deniedFields(caller, screens)).map(
    ([name, denied]) => sql`
      not (h.operation = 'update' and h.screen = ${name} and h.changes - ${[...denied, ...noFields]}::text[] = '{}')`,
  )
  return parts.length > 0 ? join(parts, ' and ') : sql`true`
}

/** The changes of a record, newest first, of one field only where one is named; fields the caller may not see are left out. */
export async function readHistory(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  recordId: number,
  { page, limit, field = null }: { page: number; limit: number; field?: string | null },
): Promise<{ records: HistoryEntry[]; total_record: number }> {
  const names = readableNames(caller, screen)
  if (field !== null && !names.includes(field)) {
    if (screen.fields.some(({ name }) => name === field)) throw new AppError('FIELD_DENIED')
    throw new AppError('BAD_FILTER', { message: `There is no field ${field}` })
  }
  const rows = await tx.query<HistoryEntry & { total: number }>(sql`
    select h.id, h.at, h.user_id, u.name as "user", h.operation, h.changes, h.upload_id, count(*) over () as total
      from history h left join app_user u on u.organization_id = h.organization_id and u.id = h.user_id
     where h.organization_id = ${caller.organizationId} and h.screen = ${screen.name} and ${concerns(recordId)}
       and ${tells(names)} and (${field}::text is null or h.changes ? ${field}::text)
     order by h.id desc limit ${limit} offset ${(page - 1) * limit}`)
  const known = new Set(names)
  return {
    records: rows.map(({ total: _total, ...row }) => ({
      ...row,
      changes: Object.fromEntries(Object.entries(row.changes).filter(([name]) => known.has(name))),
    })),
    total_record: rows[0]?.total ?? 0,
  }
}

export interface Version {
  readonly at: string
  /** What the fields held then that were changed since. */
  readonly values: Readonly<Record<string, unknown>>
}

/** A record as one entry of its history left it: every later change taken back, the newest first. NOT_FOUND for an entry of another record, or of nothing that the caller may see. */
export async function readVersion(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  recordId: number,
  entryId: number,
): Promise<Version> {
  const names = readableNames(caller, screen)
  const entries = await tx.query<{ id: number; at: string; changes: Changes }>(sql`
    select h.id, h.at, h.changes from history h
     where h.organization_id = ${caller.organizationId} and h.screen = ${screen.name} and ${concerns(recordId)}
       and h.id >= ${entryId} and ${tells(names)} order by h.id`)
  const [entry, ...later] = entries
  if (entry?.id !== entryId) throw new AppError('NOT_FOUND')
  const readable = new Set(names)
  const changes = later.toReversed().flatMap((one) => Object.entries(one.changes))
  const values = changes.filter(([name]) => readable.has(name)).map(([name, [old]]) => [name, old] as const)
  return { at: entry.at, values: Object.fromEntries(values) }
}
