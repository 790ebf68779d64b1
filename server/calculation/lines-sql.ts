import { id, join, json, sql, type Sql } from '../store/sql.ts'
import { eligibilitySql } from './eligibility-sql.ts'
import { daysNeeded, type Window } from './periods.ts'
import { sharedLines } from './shared-lines.ts'
import { sourceTables } from './source-tables.ts'
import type { Surroundings } from './surroundings.ts'
import type { ContractTerms, DataSource } from './terms.ts'

/** How much of the contract's currency one unit of the line's is on the day of the line `t`; null where no rate is known. */
const exchange = sql`
  case when coalesce(t.currency, t.contract_currency) = t.contract_currency then 1
       else coalesce(
         (select r.rate / r.per_units from currency_rate r
           where r.organization_id = t.organization_id and r.rate_type = t.exchange_type and r.from_currency = t.currency
             and r.to_currency = t.contract_currency and r.valid_from <= t.billing_date order by r.valid_from desc limit 1),
         (select r.per_units / r.rate from currency_rate r
           where r.organization_id = t.organization_id and r.rate_type = t.exchange_type and r.from_currency = t.contract_currency
             and r.to_currency = t.currency and r.valid_from <= t.billing_date order by r.valid_from desc limit 1)) end`

const kept = [
  'organization_id',
  'id',
  'billing_doc_number',
  'billing_doc_line',
  'billing_date',
  'customer_number',
  'material_number',
  'quantity',
  'uom',
  'net_value',
  'gross_value',
  'cost_value',
  'currency',
] as const

// Few contracts find their lines by indexes, many share the reading of all of them.
const mostAlone = 5

interface Asked {
  readonly contract: ContractTerms
  readonly no: number
}

function linesOf({ contract, no }: Asked, window: Window, around: Surroundings, columns: Sql): Sql {
  const { from, to } = daysNeeded(contract, window)
  return sql`
    select ${no}::int as contract, ${contract.currency}::text as contract_currency, ${contract.exchange_type ?? 'average'}::text as exchange_type, ${columns}
      from ${sourceTables[contract.data_source_type ?? 'direct']} t
     where t.organization_id = ${around.organizationId} and t.billing_date between ${from}::date and ${to}::date
       and ${eligibilitySql(contract, around.universal, around)}`
}

function linesFrom(
  source: DataSource,
  asked: readonly Asked[],
  window: Window,
  around: Surroundings,
  columns: Sql,
): Sql {
  if (asked.length <= mostAlone)
    return join(
      asked.map((one) => linesOf(one, window, around, columns)),
      ' union all ',
    )
  const table = sourceTables[source]
  const shared = sharedLines(
    asked.map(({ contract }) => contract),
    window,
    around,
    { table, columns },
  )
  const places = asked.map(({ contract, no }, at) => ({ at, no, exchange_type: contract.exchange_type ?? 'average' }))
  return sql`
    select p.no as contract, t.contract_currency, p.exchange_type, ${columns}
      from (${shared}) t join jsonb_to_recordset(${json(places)}) as p(at int, no int, exchange_type text) on p.at = t.contract`
}

const columnsOf = (names: readonly string[]): Sql =>
  join(
    names.map((name) => id('t', name)),
    ', ',
  )

/**
 * The lines that contracts speak of: one row a contract and line with `contract` (its place in the list), `net`, `gross` and
 * `margin` in the contract's currency, null where a rate or the cost is missing, `quantity` in `uom`, and columns that `also` names.
 */
export function linesSql(
  contracts: readonly ContractTerms[],
  window: Window,
  around: Surroundings,
  also: readonly string[] = [],
): Sql {
  const columns = columnsOf([...new Set([...kept, ...also])])
  const asked = contracts.map((contract, no) => ({ contract, no }))
  const sources = [...new Set(contracts.map(({ data_source_type: source }) => source ?? 'direct'))]
  const lines =
    asked.length === 0
      ? sql`select null::int as contract, ''::text as contract_currency, ''::text as exchange_type, ${columns} from sales_data t where false`
      : join(
          sources.map((source) => {
            const those = asked.filter(({ contract }) => (contract.data_source_type ?? 'direct') === source)
            return linesFrom(source, those, window, around, columns)
          }),
          ' union all ',
        )
  return sql`
    select t.*, x.rate * t.net_value as net, x.rate * coalesce(t.gross_value, t.net_value) as gross,
           x.rate * (t.net_value - t.cost_value) as margin, x.rate as exchange
      from (${lines}) t cross join lateral (select ${exchange} as rate) x`
}
