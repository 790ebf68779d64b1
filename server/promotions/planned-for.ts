import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'

/** The line a material `m` is planned in on a day: that of its mapping, else that of its master. */
export const lineOf = (day: Sql): Sql => sql`coalesce((
  select p.product_line from promotion_mapping p
   where p.organization_id = m.organization_id and p.material_number = m.material_number
     and p.valid_from <= ${day} and coalesce(p.valid_to, 'infinity') >= ${day}), m.product_line)`

/** Those of the materials that are planned in another line on a day, with that line; null where none is told. */
export const outsideLine = (
  tx: Tx,
  organizationId: number,
  line: string,
  materials: readonly string[],
  day: string,
): Promise<{ material_number: string; line: string | null }[]> =>
  tx.query(sql`
    select m.material_number, ${lineOf(sql`${day}::date`)} as line from material m
     where m.organization_id = ${organizationId} and m.material_number = any(${[...materials]}::text[])
       and ${lineOf(sql`${day}::date`)} is distinct from ${line}
     order by m.material_number`)

export interface Financing {
  readonly line: string | null
  readonly country: string
  readonly currency: string
  readonly months: number
  readonly day: string
}

/** The standard rate of a financing on a day, that of its line before that of all lines; null where there is none. */
export async function standardRate(tx: Tx, organizationId: number, asked: Financing): Promise<string | null> {
  const [found] = await tx.query<{ rate: string }>(sql`
    select s.standard_rate::text as rate from standard_finance_cost s
     where s.organization_id = ${organizationId} and s.country = ${asked.country} and s.currency = ${asked.currency}
       and s.term_months = ${asked.months} and (s.product_line is null or s.product_line = ${asked.line})
       and s.valid_from <= ${asked.day}::date and coalesce(s.valid_to, 'infinity') >= ${asked.day}::date
     order by s.product_line nulls last limit 1`)
  return found?.rate ?? null
}
