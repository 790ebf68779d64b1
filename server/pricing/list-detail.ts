import type { Tx } from '../store/database.ts'
import { join, raw, sql } from '../store/sql.ts'
import { keyNames, keysOf } from './price-keys.ts'
import { unitsIn } from './unit-factor.ts'

/** How a list is looked at in detail: as steps of a procedure are. */
export type DetailKind = 'percent' | 'amount' | 'lookup' | 'formula'

/** What a price comes to, looked at so. */
export interface DetailValue {
  readonly id: number
  /** Percent or amount of a unit it lies above (or below) what it is measured by; otherwise the price of a unit. Null where there is nothing to measure by. */
  readonly value: string | null
  /** What it is measured by, of a unit: the same price in the list this one was made from, else the list price of the material. */
  readonly base_price: string | null
  readonly base_list: string | null
}

/** A step that reckons with a list. */
export interface DetailStep {
  readonly formula_procedure: string
  readonly sequence: number
  readonly component: string
  readonly calc_type: DetailKind
  readonly formula: string | null
}

interface Asked {
  readonly priceList: string
  readonly priceIds: readonly number[]
  readonly kind: DetailKind
  /** Whether the list price of materials may be told. */
  readonly withListPrice: boolean
}

// A price of the other list that is for the same buyers, or for more.
const covers = join(
  keyNames.map((name) => raw(`coalesce(o.${name} = d.${name}, o.${name} is null)`)),
  ' and ',
)

/** Prices of a list as they are looked at, in no order. */
export const detailValues = (
  tx: Tx,
  organizationId: number,
  { priceIds, kind, withListPrice }: Asked,
): Promise<DetailValue[]> =>
  tx.query<DetailValue>(sql`
    select p.id, p.base_list, trim_scale(p.base)::text as base_price,
           trim_scale(case ${kind}::text when 'percent' then round(100 * (p.own - p.base) / nullif(p.base, 0), 2) when 'amount' then p.own - p.base else p.own end)::text as value
      from (
        select d.id, round(d.price / d.per_quantity, 6) as own, round(coalesce(b.price, m.list_price * k.times), 6) as base,
               case when b.price is not null then b.price_list end as base_list
          from price_list_data d
          join price_list_master l on l.organization_id = d.organization_id and l.price_list = d.price_list
          left join lateral (
            select o.price / o.per_quantity as price, o.price_list from price_list_data o
             where o.organization_id = d.organization_id and o.price_list = l.base_list and o.material_number = d.material_number and o.uom = d.uom
               and o.qty_from = d.qty_from and o.currency = d.currency and ${covers} and o.approval_status = 'approved'
             order by num_nonnulls(${keysOf('o')}) desc, (o.valid_from <= d.valid_from) desc, o.valid_from desc limit 1) b on true
          left join material m on ${withListPrice} and m.organization_id = d.organization_id and m.material_number = d.material_number and m.currency = d.currency
         cross join lateral (
           select case when d.uom = m.base_uom then 1
                       else ${unitsIn(organizationId, { material: sql`d.material_number`, from: sql`d.uom`, to: sql`m.base_uom` })} end as times) k
         where d.organization_id = ${organizationId} and d.id = any(${[...priceIds]}::bigint[])) p`)

/** The steps of one kind in the active procedures that look a list up. */
export const detailSteps = (tx: Tx, organizationId: number, { priceList, kind }: Asked): Promise<DetailStep[]> =>
  tx.query<DetailStep>(sql`
    select p.formula_procedure, s.sequence, s.component, s.calc_type, s.formula
      from formula_procedure p
     cross join lateral jsonb_to_recordset(p.steps) s (sequence int, component text, calc_type text, formula text, lookup text, price_list text)
     where p.organization_id = ${organizationId} and p.status = 'active' and s.calc_type = ${kind}::text
       and (s.calc_type <> 'lookup' or (s.lookup = 'price_list' and coalesce(s.price_list, ${priceList}) = ${priceList}))
       and exists (select from jsonb_to_recordset(p.steps) o (lookup text, price_list text)
                    where o.lookup = 'price_list' and coalesce(o.price_list, ${priceList}) = ${priceList})
     order by p.formula_procedure, s.sequence`)
