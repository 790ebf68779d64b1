import { id, join, json, sql, type Sql } from '../store/sql.ts'
import { eligibilitySql } from './eligibility-sql.ts'
import { daysNeeded, type Window } from './periods.ts'
import { many } from './measured-sql.ts'
import { quotient } from './precision.ts'
import type { Prepared } from './prepared.ts'
import { sharedLines } from './shared-lines.ts'
import { sourceTables } from './source-tables.ts'
import type { Surroundings } from './surroundings.ts'
import type { ContractTerms, DataSource } from './terms.ts'

/** How much of a currency one unit of another is on the day of the line `t`: the latest rate between both, else the inverse one. */
const between = (from: Sql, to: Sql): Sql => {
  const latest = (first: Sql, second: Sql, value: Sql): Sql => sql`
         (select ${value} from currency_rate r
           where r.organization_id = t.organization_id and r.rate_type = t.exchange_type and r.from_currency = ${first}
             and r.to_currency = ${second} and r.valid_from <= t.billing_date order by r.valid_from desc limit 1)`
  const units = sql`coalesce(r.per_units, 1)`
  return sql`coalesce(${latest(from, to, quotient(sql`r.rate`, units))}, ${latest(to, from, quotient(units, sql`r.rate`))})`
}

/**
 * How much of the contract's currency one unit of the line's is on the day of the line `t`: by a rate between both, else through
 * the reference currency; null where none is known. Reads its organization_id, exchange_type, billing_date, currency and contract_currency.
 */
export const exchange = (reference: string): Sql => {
  const [own, wanted, third] = [sql`t.currency`, sql`t.contract_currency`, sql`${reference}::text`]
  return sql`
  case when coalesce(t.currency, t.contract_currency) = t.contract_currency then 1
       else coalesce(${between(own, wanted)},
              case when ${reference}::text not in (t.currency, t.contract_currency) then round(${between(own, third)} * ${between(third, wanted)}, 30) end) end`
}

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
  readonly reach: Window
}

function linesOf({ contract, no, reach }: Asked, around: Surroundings, columns: Sql): Sql {
  const { from, to } = daysNeeded(contract, reach)
  return sql`
    select ${no}::int as contract, ${contract.currency}::text as contract_currency, ${contract.exchange_type ?? 'average'}::text as exchange_type, ${columns}
      from ${id(sourceTables[contract.data_source_type ?? 'direct'])} t
     where t.organization_id = ${around.organizationId} and t.billing_date between ${from}::date and ${to}::date
       and ${eligibilitySql(contract, around.universal, around)}`
}

function linesFrom(source: DataSource, asked: readonly Asked[], around: Surroundings, columns: Sql): Sql {
  if (asked.length <= mostAlone)
    return join(
      asked.map((one) => linesOf(one, around, columns)),
      ' union all ',
    )
  return sharedLines(asked, around, { table: sourceTables[source], columns })
}

const columnsOf = (names: readonly string[]): Sql =>
  join(
    names.map((name) => id('t', name)),
    ', ',
  )

/**
 * The lines that contracts speak of as a part `line` of a statement: one row a contract and line with `contract` (its place in the
 * list), `net`, `gross` and `margin` in the contract's currency, null where a rate or the cost is missing, `exchange`, `quantity` in
 * `uom`, and columns that `also` names. A contract that yields to others of its stack has none of theirs;
 * those are `left_line`, each with the number of the contract that has it (`taker`).
 */
export function lineParts(whole: Prepared, also: readonly string[]): Sql {
  const { yielding } = whole
  if (yielding.length === 0) return sql`line as (${linesSql(whole, also)})`
  return sql`
       reached_line as materialized (${linesSql(whole, also)}),
       taken_line as materialized (
         select y.contract, o.id, (array_agg(y.number order by y.place))[1] as taker
           from jsonb_to_recordset(${json(yielding)}) as y(contract int, before int, number text, place int, valid_from date, valid_to date)
           join reached_line o on o.contract = y.before and o.billing_date between y.valid_from and y.valid_to
          group by y.contract, o.id),
       left_line as (
         select l.*, g.taker from reached_line l join (select g.* from taken_line g ${many}) g on g.contract = l.contract and g.id = l.id),
       line as (
         select l.* from reached_line l left join (select g.* from taken_line g ${many}) g on g.contract = l.contract and g.id = l.id
          where g.id is null)`
}

function linesSql({ contracts, reaches, around }: Prepared, also: readonly string[]): Sql {
  const columns = columnsOf([...new Set([...kept, ...also])])
  const asked = contracts.map((contract, no) => ({ contract, no, reach: reaches[no]! }))
  const sources = [...new Set(contracts.map(({ data_source_type: source }) => source ?? 'direct'))]
  const lines =
    asked.length === 0
      ? sql`select null::int as contract, ''::text as contract_currency, ''::text as exchange_type, ${columns} from sales_data t where false`
      : join(
          sources.map((source) => {
            const those = asked.filter(({ contract }) => (contract.data_source_type ?? 'direct') === source)
            return linesFrom(source, those, around, columns)
          }),
          ' union all ',
        )
  return sql`
    select t.*, t.exchange * t.net_value as net, t.exchange * coalesce(t.gross_value, t.net_value) as gross,
           t.exchange * (t.net_value - t.cost_value) as margin
      from (select t.*, ${exchange(around.reference)} as exchange from (${lines}) t offset 0) t`
}
