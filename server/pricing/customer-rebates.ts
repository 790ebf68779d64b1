import { amount } from '../domain/calculation/amount.ts'
import type { Found } from '../domain/pricing/step.ts'
import { accruedSum } from '../reports/posted-sums.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

interface RebateRow {
  readonly customer_number: string
  readonly percent: string
}

/** What contracts accrued for customers in the twelve months before a day, in percent of what these bought; for those who got anything. */
export async function readCustomerRebates(
  tx: Tx,
  organizationId: number,
  customers: readonly string[],
  { day, currency }: { readonly day: string; readonly currency: string },
): Promise<ReadonlyMap<string, Found>> {
  const rows = await tx.query<RebateRow>(sql`
    with accrued as (
      select f.payee as customer_number, ${accruedSum()} as amount from financial_posting f
       where f.organization_id = ${organizationId} and f.payee = any(${[...customers]}::text[]) and f.status <> 'rejected'
         and f.application_type like 'Customer %' and f.currency = ${currency}
         and f.period_to <= ${day}::date and f.period_to > ${day}::date - interval '12 months' group by 1),
    sold as (
      select t.customer_number, sum(t.net_value) as net from sales_data t
       where t.organization_id = ${organizationId} and t.customer_number = any(${[...customers]}::text[]) and t.currency = ${currency}
         and t.billing_date <= ${day}::date and t.billing_date > ${day}::date - interval '12 months' group by 1)
    select a.customer_number, round(100 * a.amount / s.net, 4)::text as percent from accrued a join sold s using (customer_number)
     where a.amount > 0 and s.net > 0`)
  const source = 'Accrued by contracts in twelve months, over sales'
  return new Map(
    rows.map(({ customer_number: customer, percent }) => [
      customer,
      { kind: 'percent', value: amount(percent), source },
    ]),
  )
}
