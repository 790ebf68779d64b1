import type { Query, QueryType } from '#src/definition/query/query.ts'
import { queryScreenName } from '#src/definition/query/query.ts'
import { type Caller, can } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { join, json, sql, type Sql } from '../../store/sql.ts'

export type QueryAudience = 'own' | 'role' | 'everyone'

/** A query format as it is written. */
export interface NewFormat {
  readonly name: string
  readonly description: string | null
  readonly query_type: QueryType
  readonly app_type: string | null
  readonly audience: QueryAudience
  readonly role_id: number | null
  readonly opens_in_grid: boolean
  readonly query: Query
}

/** A query format as it is kept. */
export interface QueryFormat extends NewFormat {
  readonly id: number
  readonly row_version: number
  readonly owner_id: number
  readonly owner_name: string | null
  readonly role_name: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** Whoever looks after the queries of everybody, and makes the predefined ones. */
export const managesQueries = (caller: Caller): boolean => can(caller, 'queries.manage')

export const mayChangeFormat = (caller: Caller, format: QueryFormat): boolean =>
  (format.owner_id === caller.userId && can(caller, 'queries.write')) || managesQueries(caller)

const seen = (caller: Caller): Sql => sql`
  f.organization_id = ${caller.organizationId}
  and (f.owner_id = ${caller.userId} or f.audience = 'everyone' or f.role_id = any(${[...caller.roleIds]}::bigint[])
       or (f.audience <> 'own' and ${managesQueries(caller)}))`

const shown = sql`
  f.id, f.row_version, f.name, f.description, f.query_type, f.app_type, f.audience, f.role_id, f.opens_in_grid, f.query, f.owner_id,
  f.created_at, f.updated_at, u.name as owner_name, r.name as role_name`

const from = sql`
  from dynamic_query_format f
  left join app_user u on u.organization_id = f.organization_id and u.id = f.owner_id
  left join role r on r.organization_id = f.organization_id and r.id = f.role_id`

/** A format that the caller sees; NOT_FOUND for others. */
export async function readFormat(tx: Tx, caller: Caller, id: number): Promise<QueryFormat> {
  const [format] = await tx.query<QueryFormat>(sql`select ${shown} ${from} where ${seen(caller)} and f.id = ${id}`)
  if (!format) throw new AppError('NOT_FOUND', { message: 'There is no such query, or it is not shared with you.' })
  return format
}

export interface FormatsAsked {
  readonly page: number
  readonly limit: number
  readonly query_type?: QueryType | undefined
  readonly app_type?: string | undefined
  readonly search?: string | undefined
  readonly whose?: 'mine' | 'shared' | undefined
  readonly isWhole?: boolean
}

/** A page of the formats that the caller sees; `limit` 0 is all of them. Those of no application are for every one. */
export async function listFormats(tx: Tx, caller: Caller, asked: FormatsAsked) {
  const { page, limit, query_type: type, app_type: app, search, whose } = asked
  const like = `%${(search ?? '').replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`
  const where = join(
    [
      seen(caller),
      ...(type ? [sql`f.query_type = ${type}`] : []),
      ...(app ? [sql`(f.app_type is null or f.app_type = ${app})`] : []),
      ...(search ? [sql`(f.name ilike ${like} or f.description ilike ${like} or u.name ilike ${like})`] : []),
      ...(whose === 'mine' ? [sql`f.owner_id = ${caller.userId}`] : []),
      ...(whose === 'shared' ? [sql`f.audience <> 'own'`] : []),
    ],
    ' and ',
  )
  const records = await tx.query<QueryFormat>(sql`
    select ${shown} ${from} where ${where} order by lower(f.name), f.id
    ${limit === 0 ? sql`` : sql`limit ${limit} offset ${(page - 1) * limit}`}`)
  const [count] = await tx.query<{ count: number }>(sql`select count(*)::int as count ${from} where ${where}`)
  return { records: records.map((format) => entryOf(caller, format)), total_record: count!.count }
}

/** A format in a list: what it is about, not what it compares with. */
const entryOf = (caller: Caller, format: QueryFormat) => {
  const { query, ...entry } = presentFormat(caller, format)
  return { ...entry, table_name: query.from, questions: query.parameters.length }
}

/** A format as calls answer it. */
export const presentFormat = (caller: Caller, format: QueryFormat) => ({
  ...format,
  mine: format.owner_id === caller.userId,
  may_change: mayChangeFormat(caller, format),
})

/** The roles that the caller can share a query with: his own, all of them where he manages queries. */
export const shareableRoles = (tx: Tx, caller: Caller): Promise<{ id: number; name: string }[]> =>
  tx.query(sql`
    select r.id, r.name from role r where r.organization_id = ${caller.organizationId}
       and (r.id = any(${[...caller.roleIds]}::bigint[]) or ${managesQueries(caller)}) order by r.name`)

async function demandAudience(tx: Tx, caller: Caller, { audience, role_id, query_type }: NewFormat): Promise<void> {
  if (query_type === 'predefined_query' && !managesQueries(caller))
    throw new AppError('FORBIDDEN', { message: 'Predefined queries are made by whoever manages queries.' })
  if (audience !== 'role') return
  if ((await shareableRoles(tx, caller)).some(({ id }) => id === role_id)) return
  const message = 'A query can be shared with a role you hold.'
  throw new AppError('VALIDATION', { message, issues: [{ path: ['role_id'], code: 'role', message }] })
}

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') throw error
    const message = 'You have a query of that name already.'
    throw new AppError('DUPLICATE_KEY', {
      message,
      issues: [{ path: ['name'], code: 'duplicate', message }],
      cause: error,
    })
  }
}

const roleOf = ({ audience, role_id }: NewFormat): number | null => (audience === 'role' ? role_id : null)

export async function createFormat(tx: Tx, caller: Caller, format: NewFormat): Promise<QueryFormat> {
  await demandAudience(tx, caller, format)
  const [row] = await unique(() =>
    tx.query<{ id: number }>(sql`
      insert into dynamic_query_format
        (organization_id, name, description, query_type, app_type, owner_id, updated_by, audience, role_id, opens_in_grid, query)
      values (${caller.organizationId}, ${format.name}, ${format.description}, ${format.query_type}, ${format.app_type}, ${caller.userId},
        ${caller.userId}, ${format.audience}, ${roleOf(format)}, ${format.opens_in_grid}, ${json(format.query)})
      returning id`),
  )
  return readFormat(tx, caller, row!.id)
}

/** Changes a format; FORBIDDEN for those of others, ROW_CONFLICT where it was changed meanwhile. */
export async function updateFormat(
  tx: Tx,
  caller: Caller,
  id: number,
  change: Partial<NewFormat> & { readonly row_version?: number | undefined },
): Promise<QueryFormat> {
  const before = await readFormat(tx, caller, id)
  demandChange(caller, before)
  const next: NewFormat = { ...before, ...change }
  if (next.audience === 'own' && before.owner_id !== caller.userId)
    throw new AppError('FORBIDDEN', {
      message: `Only ${before.owner_name ?? 'its owner'} can make this query private.`,
    })
  const isReshared = next.audience !== before.audience || roleOf(next) !== before.role_id
  if (isReshared || next.query_type !== before.query_type) await demandAudience(tx, caller, next)
  const rows = await unique(() =>
    tx.query(sql`
      update dynamic_query_format set name = ${next.name}, description = ${next.description}, query_type = ${next.query_type},
             app_type = ${next.app_type}, audience = ${next.audience}, role_id = ${roleOf(next)}, opens_in_grid = ${next.opens_in_grid},
             query = ${json(next.query)}, row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId}
       where organization_id = ${caller.organizationId} and id = ${id} and row_version = ${change.row_version ?? before.row_version}
      returning id`),
  )
  if (rows.length === 0)
    throw new AppError('ROW_CONFLICT', {
      message: 'Somebody else has changed this query meanwhile. Save it as a copy, or load it again to see theirs.',
    })
  return readFormat(tx, caller, id)
}

function demandChange(caller: Caller, format: QueryFormat): void {
  if (!mayChangeFormat(caller, format))
    throw new AppError('FORBIDDEN', {
      message: `Only ${format.owner_name ?? 'its owner'} can change this query. Save it as a copy of your own.`,
    })
}

/** Deletes a format with the criteria that were saved for it. */
export async function deleteFormat(tx: Tx, caller: Caller, id: number): Promise<void> {
  const format = await readFormat(tx, caller, id)
  demandChange(caller, format)
  await tx.query(sql`delete from dynamic_query_format where organization_id = ${caller.organizationId} and id = ${id}`)
  await tx.query(
    sql`delete from list_view where organization_id = ${caller.organizationId} and screen = ${queryScreenName(id)}`,
  )
  await tx.query(
    sql`delete from list_view_default where organization_id = ${caller.organizationId} and screen = ${queryScreenName(id)}`,
  )
}

/** A copy of the caller's own, under a name that is free. */
export async function cloneFormat(tx: Tx, caller: Caller, id: number, name: string | undefined): Promise<QueryFormat> {
  const format = await readFormat(tx, caller, id)
  const isPredefined = format.query_type === 'predefined_query' && !managesQueries(caller)
  const type: QueryType = isPredefined ? 'dynamic_query' : format.query_type
  const taken = await tx.query<{ name: string }>(sql`
    select name from dynamic_query_format
     where organization_id = ${caller.organizationId} and owner_id = ${caller.userId} and query_type = ${type}`)
  const names = new Set(taken.map((one) => one.name))
  const wanted = name ?? `Copy of ${format.name}`.slice(0, 70)
  const free = [wanted, ...Array.from({ length: 99 }, (_, at) => `${wanted} ${at + 2}`)].find((one) => !names.has(one))
  return createFormat(tx, caller, {
    ...format,
    name: name ?? free ?? wanted,
    query_type: type,
    audience: 'own',
    role_id: null,
  })
}
