import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { sql, type Sql } from '../../store/sql.ts'
import { screenNamed } from '../effective-screens.ts'

/** Which imports are meant; what is null narrows nothing. */
export interface RejectedQuery {
  /** Names of the screens that the caller may upload to. */
  readonly names: readonly string[]
  readonly from: string | null
  readonly to: string | null
}

const rejected = sql`coalesce((up.counts->>'rejected')::bigint, 0)`

const meant = ({ organizationId }: Caller, { names, from, to }: RejectedQuery): Sql => sql`
  up.organization_id = ${organizationId} and up.screen = any(${[...names]}::text[])
  and (${rejected} > 0 or up.state = 'failed')
  and (${from}::date is null or up.created_at >= ${from}::date) and (${to}::date is null or up.created_at < ${to}::date + 1)`

/** Rejected lines by month and screen, the earliest first. */
export async function rejectedByMonth(tx: Tx, caller: Caller, screens: readonly Screen[], query: RejectedQuery) {
  const rows = await tx.query<{ screen: string; period: string; count: number }>(sql`
    select up.screen, to_char(date_trunc('month', up.created_at at time zone 'UTC'), 'YYYY-MM-DD') as period, sum(${rejected})::bigint as count
      from upload up where ${meant(caller, query)} group by 1, 2 order by 2, 1`)
  return rows.map(({ screen, ...row }) => ({
    app_functionality: screen,
    label: screenNamed(screens, screen)?.plural ?? screen,
    ...row,
  }))
}

/** Rejected lines by screen: of how many files, and what share of all their lines. */
export async function rejectedByScreen(tx: Tx, caller: Caller, screens: readonly Screen[], query: RejectedQuery) {
  const rows = await tx.query<{ screen: string; count: number; files: number; lines: number }>(sql`
    select up.screen, sum(${rejected})::bigint as count, count(*) as files, sum(up.rows)::bigint as lines
      from upload up where ${meant(caller, query)} group by 1 order by 2 desc, 1`)
  return rows.map(({ screen, lines, ...row }) => ({
    app_functionality: screen,
    label: screenNamed(screens, screen)?.plural ?? screen,
    ...row,
    note: `of ${lines.toLocaleString('en')} lines in ${row.files} ${row.files === 1 ? 'file' : 'files'}`,
    path: '/uploads',
  }))
}

/** The imports with rejected lines or that failed, the newest first. */
export async function rejectedUploads(
  tx: Tx,
  caller: Caller,
  screens: readonly Screen[],
  query: RejectedQuery,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const rows = await tx.query<Record<string, unknown> & { screen: string; id: number; total: number }>(sql`
    select up.id, up.screen, up.file_name, up.state, up.created_at as at, u.name as "user", ${rejected} as count, up.rows as lines,
           count(*) over () as total
      from upload up left join app_user u on u.organization_id = up.organization_id and u.id = up.created_by
     where ${meant(caller, query)} order by up.id desc limit ${limit} offset ${(page - 1) * limit}`)
  return {
    records: rows.map(({ total: _total, screen, ...row }) => ({
      app_functionality: screen,
      label: screenNamed(screens, screen)?.plural ?? screen,
      ...row,
      path: `/uploads/${row.id}`,
    })),
    total_record: rows[0]?.total ?? 0,
  }
}
