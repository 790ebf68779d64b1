import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'

export interface AccessRow {
  readonly user_email: string
  readonly product_line: string
  readonly may_edit: boolean
  readonly may_review: boolean
}

type Reading = Pick<Tx, 'query'>

/** What somebody was given. */
export const accessOf = (tx: Reading, organizationId: number, email: string): Promise<AccessRow[]> =>
  tx.query<AccessRow>(sql`
    select a.user_email, a.product_line, coalesce(a.may_edit, false) as may_edit, coalesce(a.may_review, false) as may_review from promotion_user_access a
     where a.organization_id = ${organizationId} and a.user_email = ${email} order by a.product_line`)

interface GridAsked {
  readonly users?: readonly string[] | undefined
  readonly product_lines?: readonly string[] | undefined
}

const of = (values: readonly string[] | undefined): string[] | null =>
  values && values.length > 0 ? [...values] : null

/** The whole grid: users, product lines, and what each was given. */
export async function accessGrid(tx: Reading, organizationId: number, asked: GridAsked) {
  const [users, lines] = [of(asked.users), of(asked.product_lines)]
  return {
    users: await tx.query(sql`
      select u.email, u.name from app_user u
       where u.organization_id = ${organizationId} and (${users}::text[] is null or u.email = any(${users}::text[])) order by u.name limit 500`),
    product_lines: await tx.query(sql`
      select p.product_line, p.description from product_line p
       where p.organization_id = ${organizationId} and (${lines}::text[] is null or p.product_line = any(${lines}::text[])) order by p.product_line`),
    grid: await tx.query<AccessRow>(sql`
      select a.user_email, a.product_line, coalesce(a.may_edit, false) as may_edit, coalesce(a.may_review, false) as may_review from promotion_user_access a
       where a.organization_id = ${organizationId} and (${users}::text[] is null or a.user_email = any(${users}::text[]))
         and (${lines}::text[] is null or a.product_line = any(${lines}::text[])) order by a.user_email, a.product_line`),
  }
}

/** Names in a grid that mean nobody and nothing. */
export const unknownNames = (tx: Reading, organizationId: number, grid: readonly AccessRow[]) =>
  tx.query<{ at: number; field: string; value: string }>(sql`
    select g.at - 1 as at, v.field, v.value
      from jsonb_array_elements(${json(grid)}) with ordinality as g (row, at)
     cross join lateral (values ('user_email', g.row ->> 'user_email'), ('product_line', g.row ->> 'product_line')) v (field, value)
     where case v.field
             when 'user_email' then not exists (select from app_user u where u.organization_id = ${organizationId} and u.email = v.value)
             else not exists (select from product_line p where p.organization_id = ${organizationId} and p.product_line = v.value) end
     order by g.at`)

/** Gives and takes what the grid says; a cell with neither is taken away. Answers how many cells it was about. */
export async function giveAccess(tx: Tx, caller: Caller, grid: readonly AccessRow[]): Promise<number> {
  const { organizationId, userId } = caller
  const rows = sql`jsonb_to_recordset(${json(grid)}) as g (user_email text, product_line text, may_edit boolean, may_review boolean)`
  await tx.query(sql`
    delete from promotion_user_access a using ${rows}
     where a.organization_id = ${organizationId} and a.user_email = g.user_email and a.product_line = g.product_line and not g.may_edit and not g.may_review`)
  await tx.query(sql`
    update promotion_user_access a set may_edit = g.may_edit, may_review = g.may_review, row_version = a.row_version + 1, updated_at = now(), updated_by = ${userId}
      from ${rows}
     where a.organization_id = ${organizationId} and a.user_email = g.user_email and a.product_line = g.product_line`)
  await tx.query(sql`
    insert into promotion_user_access (organization_id, created_by, updated_by, user_email, product_line, may_edit, may_review)
    select distinct on (g.user_email, g.product_line) ${organizationId}::bigint, ${userId}::bigint, ${userId}::bigint, g.user_email, g.product_line, g.may_edit, g.may_review
      from ${rows}
     where (g.may_edit or g.may_review) and not exists (
       select from promotion_user_access a where a.organization_id = ${organizationId} and a.user_email = g.user_email and a.product_line = g.product_line)`)
  return grid.length
}
