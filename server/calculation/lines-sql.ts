import { join, sql, type Sql } from '../store/sql.ts'
import { eligibilitySql } from './eligibility-sql.ts'
import { daysNeeded, type Window } from './periods.ts'
import type { Surroundings } from './surroundings.ts'
import type { ContractTerms } from './terms.ts'

/** How much of the contract's currency one unit of the line's is on the day of the line; null where no rate is known. */
const exchangeSql = ({ currency }: ContractTerms): Sql => sql`
  case when coalesce(t.currency, ${currency}) = ${currency} then 1
       else coalesce(
         (select r.rate / r.per_units from currency_rate r
           where r.organization_id = t.organization_id and r.rate_type = 'average' and r.from_currency = t.currency
             and r.to_currency = ${currency} and r.valid_from <= t.billing_date order by r.valid_from desc limit 1),
         (select r.per_units / r.rate from currency_rate r
           where r.organization_id = t.organization_id and r.rate_type = 'average' and r.from_currency = ${currency}
             and r.to_currency = t.currency and r.valid_from <= t.billing_date order by r.valid_from desc limit 1)) end`

/** The sales lines of one contract, `no` its place in the calculation; values in the contract's currency. */
function linesOf(contract: ContractTerms, no: number, window: Window, around: Surroundings): Sql {
  const { from, to } = daysNeeded(contract, window)
  return sql`
    select ${no}::int as contract, t.id, t.billing_doc_number, t.billing_doc_line, t.billing_date, t.customer_number, t.material_number,
           t.quantity, t.uom, t.organization_id, x.rate * t.net_value as net, x.rate * coalesce(t.gross_value, t.net_value) as gross,
           x.rate * (t.net_value - t.cost_value) as margin
      from sales_data t cross join lateral (select ${exchangeSql(contract)} as rate) x
     where t.organization_id = ${around.organizationId} and t.billing_date between ${from}::date and ${to}::date
       and ${eligibilitySql(contract, around.universal, around)}`
}

const none = sql`
  select null::int as contract, t.id, t.billing_doc_number, t.billing_doc_line, t.billing_date, t.customer_number, t.material_number, t.quantity,
         t.uom, t.organization_id, t.net_value as net, t.net_value as gross, t.net_value as margin
    from sales_data t where false`

/**
 * The sales lines that contracts speak of: one row a contract and line with `contract` (its place in the list), `net`, `gross` and
 * `margin` in the contract's currency, null where a rate or the cost is missing, and `quantity` in `uom`.
 */
export function linesSql(contracts: readonly ContractTerms[], window: Window, around: Surroundings): Sql {
  if (contracts.length === 0) return none
  return join(
    contracts.map((contract, no) => linesOf(contract, no, window, around)),
    ' union all ',
  )
}
