import { eachRecord } from '../engine/each-record.ts'
import { storeChanges } from '../engine/write.ts'
import type { Tx } from '../store/database.ts'
import { raw, sql } from '../store/sql.ts'
import type { Command } from './command.ts'

interface Borne {
  readonly lines: number
  readonly basis: string
  /** Percent of the value, or the amount for a unit; null where nothing was sold. */
  readonly rate: string | null
}

const bases = new Set(['net_value', 'gross_value', 'quantity'])

/** What the sales in the currency of a cost of its period, customer, material, product line and country come to, and its part of them. */
export async function borneBy(tx: Tx, organizationId: number, cost: Readonly<Record<string, unknown>>): Promise<Borne> {
  const basis = String(cost['basis'])
  if (!bases.has(basis)) throw new Error(`Costs are not spread by ${basis}`)
  const asked = (name: string) => (cost[name] as string | null | undefined) ?? null
  const [found] = await tx.query<Borne>(sql`
    select s.lines, s.basis::text as basis,
           round(${asked('amount')}::numeric * ${basis === 'quantity' ? 1 : 100} / nullif(s.basis, 0), 6)::text as rate
      from (
        select count(*) as lines, coalesce(sum(${raw(`l.${basis}`)}), 0) as basis
          from sales_data l left join material m on m.organization_id = l.organization_id and m.material_number = l.material_number
         where l.organization_id = ${organizationId} and l.billing_date between ${asked('period_from')}::date and ${asked('period_to')}::date
           and l.currency is not distinct from ${asked('currency')}
           and (${asked('customer_number')}::text is null or l.customer_number = ${asked('customer_number')})
           and (${asked('material_number')}::text is null or l.material_number = ${asked('material_number')})
           and (${asked('product_line')}::text is null or m.product_line = ${asked('product_line')})
           and (${asked('country')}::text is null or l.country = ${asked('country')})) s`)
  return found!
}

/** Spreads costs off invoice over the sales of their periods: what bears them, and the rate it comes to. Nothing sold: it is told and left. */
export const spreadCosts: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { lines, basis, rate } = await borneBy(context.tx, context.caller.organizationId, record)
    if (rate === null) return { skipped: 'There are no sales in its period that could bear it' }
    await storeChanges(context, [record.id], { basis_value: basis, lines, rate, built_at: new Date().toISOString() })
    return 'done'
  })
