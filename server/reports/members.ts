import { holdsOnDay } from '../engine/eligibility/membership-sql.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'

type Parameters = Readonly<Record<string, unknown>>

/** Where names and addresses come from: the customer master as it is today, or the roster as the owner reported it. */
export type MemberSource = 'master' | 'reported'

/** What reports about members read of rosters and customers. */
export const rosterFieldsRead: readonly string[] = [
  'owner_id',
  'member_number',
  'member_name',
  'member_class',
  'street',
  'postal_code',
  'city',
  'region',
  'country',
  'valid_from',
  'valid_to',
  'status',
]
export const customerFieldsRead: readonly string[] = [
  'customer_number',
  'customer_name',
  'street',
  'postal_code',
  'city',
  'region',
  'country',
]

const pairs = [
  ['member_name', 'customer_name', 'Name'],
  ['street', 'street', 'Street'],
  ['postal_code', 'postal_code', 'Postal code'],
  ['city', 'city', 'City'],
  ['region', 'region', 'State or region'],
  ['country', 'country', 'Country'],
] as const

/** The columns that say who a member is: of the roster line `r`, or of the customer `c` as far as there is one. */
export const memberColumnsSql = (source: MemberSource): Sql =>
  join(
    pairs.map(([reported, master]) =>
      source === 'reported'
        ? sql`${id('r', reported)} as ${id(reported)}`
        : sql`coalesce(${id('c', master)}, ${id('r', reported)}) as ${id(reported)}`,
    ),
    ', ',
  )

/** What roster and master say differently, in words; null when they agree or one of them says nothing. */
export const differsSql = sql`nullif(concat_ws(', ', ${join(
  pairs.map(
    ([reported, master, label]) =>
      sql`case when lower(${id('r', reported)}) <> lower(${id('c', master)}) then ${label}::text end`,
  ),
  ', ',
)}), '')`

const like = (text: unknown, before = '%'): string =>
  `${before}${String(text).replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`

/** The criteria about who a member is, over the columns of the row `m`. */
export function membersWanted(parameters: Parameters): Sql {
  const { owner_id, member_number, member_name, city, postal_code, country, member_class } = parameters
  const parts = [
    ...(owner_id ? [sql`m.owner_id = ${owner_id}::text`] : []),
    ...(member_number ? [sql`m.member_number = ${member_number}::text`] : []),
    ...(member_name ? [sql`m.member_name ilike ${like(member_name)}`] : []),
    ...(city ? [sql`m.city ilike ${like(city)}`] : []),
    ...(postal_code ? [sql`m.postal_code ilike ${like(postal_code, '')}`] : []),
    ...(country ? [sql`m.country = ${country}::text`] : []),
    ...(member_class ? [sql`m.member_class = ${member_class}::text`] : []),
  ]
  return parts.length > 0 ? join(parts, ' and ') : sql`true`
}

/** Whether the row of that alias holds on the day of the criteria. */
export const holdsOn = (alias: string, day: unknown): Sql => holdsOnDay(alias, sql`${day}::date`)
