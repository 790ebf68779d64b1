import { amount, sumOf } from '../domain/calculation/amount.ts'
import type { Found } from '../domain/pricing/step.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Conversion } from './rates.ts'

interface CostRow {
  readonly cost_number: string
  readonly customer_number: string | null
  readonly material_number: string | null
  readonly product_line: string | null
  readonly country: string | null
  readonly basis: string
  readonly rate: string
  readonly currency: string
}

/** What a line is about, as far as costs off invoice are narrowed to it. */
export interface Served {
  readonly customer_number: string | null
  readonly material_number: string
  readonly product_line: string | null
  readonly country: string | null
}

const fits = (narrowed: string | null, value: string | null): boolean => narrowed === null || narrowed === value

/**
 * Costs off invoice as they were last spread over sales before a day, at most a year earlier, and what of them a line bears: a percent
 * of its price, or an amount of a unit.
 */
export async function readServedCosts(tx: Tx, organizationId: number, day: string, convert: Conversion) {
  const rows = await tx.query<CostRow>(sql`
    select distinct on (t.cost_type, t.basis, t.customer_number, t.material_number, t.product_line, t.country)
           t.cost_number, t.customer_number, t.material_number, t.product_line, t.country, t.basis, t.rate::text, t.currency
      from off_invoice_cost t
     where t.organization_id = ${organizationId} and t.rate is not null and t.status = 'actual'
       and t.period_from <= ${day}::date and t.period_to > ${day}::date - interval '1 year'
     order by t.cost_type, t.basis, t.customer_number, t.material_number, t.product_line, t.country, t.period_to desc`)
  return (kind: Found['kind'], served: Served): Found | null => {
    const borne = rows.filter(
      (row) =>
        (row.basis === 'quantity') === (kind === 'amount') &&
        fits(row.customer_number, served.customer_number) &&
        fits(row.material_number, served.material_number) &&
        fits(row.product_line, served.product_line) &&
        fits(row.country, served.country),
    )
    const values = borne.map(({ rate, currency }) => (kind === 'percent' ? amount(rate) : convert(rate, currency)))
    const known = values.filter((value) => value !== null)
    if (known.length === 0 || known.length < values.length) return null
    const names = borne.map(({ cost_number: number }) => number)
    return { kind, value: sumOf(known), source: `Costs ${names.slice(0, 4).join(', ')}${names.length > 4 ? ' …' : ''}` }
  }
}
