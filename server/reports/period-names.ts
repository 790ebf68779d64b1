import type { Calculation } from '../calculation/amounts-sql.ts'
import { isFiscal } from '../calculation/periods.ts'
import { calendarOf, spansOf } from '../calculation/surroundings.ts'
import { json, sql, type Sql } from '../store/sql.ts'

/** The period of a row by the calendar, as people write it: 2026-03, 2026-Q1, 2026, or its days. */
const byCalendar = (row: Sql): Sql => sql`
  case when ${row}.period_from = ${row}.period_to then ${row}.period_from::text
       when date_trunc('month', ${row}.period_from) = date_trunc('month', ${row}.period_to) then to_char(${row}.period_from, 'YYYY-MM')
       when date_trunc('quarter', ${row}.period_from) = date_trunc('quarter', ${row}.period_to) then to_char(${row}.period_from, 'YYYY-"Q"Q')
       when date_trunc('year', ${row}.period_from) = date_trunc('year', ${row}.period_to) then to_char(${row}.period_from, 'YYYY')
       else concat(${row}.period_from, ' – ', ${row}.period_to) end`

type Known = Pick<Calculation, 'contracts' | 'around'>

/**
 * Names the periods of rows with contract_number, rule_no, period_from and period_to, whatever days of them a contract covers: those
 * that the rule counts by the fiscal calendar of its application as that calls them, the others by the calendar.
 */
export function periodNames({ contracts, around }: Known): (row: Sql) => Sql {
  const kinds = contracts.flatMap(({ contract_number: contract, application_type: application, rules }) =>
    rules
      .filter((rule) => isFiscal(rule.evaluation_period))
      .map(
        (rule) =>
          [`${contract} ${rule.rule_no}`, `${rule.evaluation_period} ${calendarOf(around, application)}`] as const,
      ),
  )
  if (kinds.length === 0) return byCalendar
  const spans = [...new Set(contracts.map((contract) => calendarOf(around, contract.application_type)))].flatMap(
    (calendar) => spansOf(around, calendar).map((span) => ({ ...span, kind: `${span.kind} ${calendar}` })),
  )
  return (row) => sql`
    coalesce((select p.name from jsonb_to_recordset(${json(spans)}) as p(kind text, name text, period_from date, period_to date)
               where p.kind = ${json(Object.fromEntries(kinds))} ->> concat(${row}.contract_number, ' ', ${row}.rule_no)
                 and p.period_from <= ${row}.period_from and p.period_to >= ${row}.period_to limit 1), ${byCalendar(row)})`
}
