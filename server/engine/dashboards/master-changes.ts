import { fillPath, type Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { sql, type Sql } from '../../store/sql.ts'
import { screenNamed } from '../effective-screens.ts'
import { tellsOfSeen } from '../history.ts'
import { titlesOf } from '../record-titles.ts'
import { readableFields } from '../screen-access.ts'

/** Which changes are meant; what is null narrows nothing. */
export interface ChangeQuery {
  /** Names of screens. */
  readonly names: readonly string[]
  readonly operation: 'insert' | 'update' | 'delete' | null
  readonly user: number | null
  readonly from: string | null
  readonly to: string | null
}

// One entry of an import stands for all the rows that it inserted.
const rowsOf = sql`coalesce(h.last_record_id - h.record_id + 1, 1)`

const meant = (
  caller: Caller,
  screens: readonly Screen[],
  { names, operation, user, from, to }: ChangeQuery,
): Sql => sql`
  h.organization_id = ${caller.organizationId} and ${tellsOfSeen(caller, screens)} and h.screen = any(${[...names]}::text[])
  and (${operation}::text is null or h.operation = ${operation})
  and (${user}::bigint is null or h.user_id = ${user})
  and (${from}::date is null or h.at >= ${from}::date) and (${to}::date is null or h.at < ${to}::date + 1)`

export const intervals = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Interval = (typeof intervals)[number]

const periodFormats: Readonly<Record<Interval, string>> = {
  day: 'YYYY-MM-DD',
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
}

/** Changes by period of the calendar and operation, the earliest first; periods in which nothing changed are zero. */
export function changesByPeriod(
  tx: Tx,
  caller: Caller,
  screens: readonly Screen[],
  query: ChangeQuery,
  interval: Interval,
) {
  const step = interval === 'quarter' ? '3 months' : `1 ${interval}`
  return tx.query<{ period: string; from: string; to: string; operation: string; status: string; count: number }>(sql`
    with counted as (
      select date_trunc(${interval}, h.at at time zone 'UTC') as start, h.operation, sum(${rowsOf}) as count
        from history h where ${meant(caller, screens, query)} group by 1, 2
    ), periods as (
      select generate_series(min(start), max(start), ${step}::interval) as start from counted
    )
    select to_char(p.start, ${periodFormats[interval]}) as period, p.start::date as "from",
           (p.start + ${step}::interval)::date - 1 as "to", o.operation, o.operation as status,
           coalesce(c.count, 0)::bigint as count
      from periods p cross join (select distinct operation from counted) o
      left join counted c on c.start = p.start and c.operation = o.operation
     order by p.start, o.operation`)
}

/** Changes by screen and operation: how many, of how many records, by how many people, and when the last was. */
export async function changesByOperation(tx: Tx, caller: Caller, screens: readonly Screen[], query: ChangeQuery) {
  const rows = await tx.query<{ screen: string; operation: string; count: number }>(sql`
    select h.screen, h.operation, sum(${rowsOf})::bigint as count, count(distinct h.record_id) as records,
           count(distinct h.user_id) as users, max(h.at) as last_at
      from history h where ${meant(caller, screens, query)} group by 1, 2 order by 3 desc, 1, 2`)
  return rows.map(({ screen, ...row }) => ({
    app_functionality: screen,
    label: screenNamed(screens, screen)?.plural ?? screen,
    ...row,
  }))
}

interface Entry {
  readonly id: number
  readonly screen: string
  readonly record_id: number
  readonly operation: string
  readonly at: string
  readonly user: string | null
  readonly upload_id: number | null
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
  readonly count: number
  readonly total: number
}

const shownFields = 4

/** The changes themselves, the newest first: of which record, by whom, which fields, and the way to its history. */
export async function changeRows(
  tx: Tx,
  caller: Caller,
  screens: readonly Screen[],
  query: ChangeQuery,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const entries = await tx.query<Entry>(sql`
    select h.id, h.screen, h.record_id, h.operation, h.at, u.name as "user", h.upload_id, h.changes, ${rowsOf} as count,
           count(*) over () as total
      from history h left join app_user u on u.organization_id = h.organization_id and u.id = h.user_id
     where ${meant(caller, screens, query)} order by h.at desc, h.id desc limit ${limit} offset ${(page - 1) * limit}`)
  const titles = await titlesOf(tx, caller, screens, entries)
  const records = entries.map((entry) => {
    const screen = screenNamed(screens, entry.screen)!
    const fields = readableFields(caller, screen).filter(({ name, hidden }) => !hidden && name in entry.changes)
    const more = fields.length - shownFields
    const key = screen.table!.key.find((name) => fields.some((field) => field.name === name))
    const known = titles.get(`${entry.screen} ${entry.record_id}`)
    const gone = key === undefined ? null : (entry.changes[key]?.[0] ?? entry.changes[key]?.[1] ?? null)
    const record =
      entry.count > 1 ? `${entry.count} records` : (known ?? (gone === null ? `No. ${entry.record_id}` : String(gone)))
    return {
      id: entry.id,
      app_functionality: entry.screen,
      label: screen.plural,
      record_id: entry.record_id,
      record,
      operation: entry.operation,
      at: entry.at,
      user: entry.user,
      upload_id: entry.upload_id,
      fields:
        entry.operation === 'update'
          ? fields
              .slice(0, shownFields)
              .map(({ label }) => label)
              .join(', ') + (more > 0 ? ` and ${more} more` : '')
          : null,
      path:
        entry.count > 1 && entry.upload_id !== null
          ? `/uploads/${entry.upload_id}`
          : known !== undefined && screen.form
            ? `${fillPath(screen.form.view, { id: entry.record_id })}?tab=history`
            : null,
    }
  })
  return { records, total_record: entries[0]?.total ?? 0 }
}
