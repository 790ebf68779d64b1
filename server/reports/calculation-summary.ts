import { sql, type Sql } from '../store/sql.ts'
import { calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { calculatedRows, headerRead, partnerName } from './calculated.ts'
import { periodNames } from './period-names.ts'
import type { Report, ReportContext } from './report.ts'

const none = sql`null::text`

interface Grouping {
  readonly key: Sql
  readonly name: (context: ReportContext) => Sql
  /** What leads a row back to the calculation it adds up. */
  readonly contract?: Sql
  readonly partner?: Sql
  readonly application?: Sql
  readonly period?: Sql
}

const groupings: Readonly<Record<string, Grouping>> = {
  contract: { key: sql`a.contract_number`, name: () => sql`max(a.contract_header)`, contract: sql`a.contract_number` },
  partner: {
    key: sql`a.partner_number`,
    name: (context) => partnerName(sql`a.partner_number`, context),
    partner: sql`a.partner_number`,
  },
  application: {
    key: sql`a.application_type`,
    name: () => sql`a.application_type`,
    application: sql`a.application_type`,
  },
  period: {
    key: sql`a.period`,
    name: () => sql`concat(min(a.period_from), ' – ', max(a.period_to))`,
    period: sql`a.period`,
  },
}

/** What contracts owe, added up by contract, partner, application or period, one row for each currency. */
export const calculationSummary: Report = {
  reads: { ...calculationReads, contract: [...calculationReads['contract']!, ...headerRead] },
  source: calculationLines,
  statement: async (parameters, context) => {
    const by = groupings[String(parameters['added_by'])]
    if (!by) throw new Error(`${String(parameters['added_by'])} is nothing calculations are added up by`)
    const { rows, calculation } = await calculatedRows(parameters, context)
    const named = by.period ? sql`select c.*, ${periodNames(calculation)(sql`c`)} as period from (${rows}) c` : rows
    return sql`
      select ${by.key} as key, ${by.name(context)} as name, a.currency, count(distinct a.contract_number) as contracts,
             sum(a.lines * a.share) as lines, sum(a.basis * a.share) as basis, sum(a.amount) as amount,
             coalesce(sum(a.amount) filter (where a.is_due), 0) as due, coalesce(sum(a.amount) filter (where not a.is_due), 0) as running,
             sum(a.amount) filter (where a.basis is not null) as valued,
             round(100 * sum(a.amount) filter (where a.basis is not null) / nullif(sum(a.basis * a.share), 0), 2) as effective_rate,
             sum(a.faulty * a.share) as faulty, ${by.contract ?? none} as contract_number, ${by.partner ?? none} as partner_number,
             ${by.application ?? none} as application_type, ${by.period ?? none} as period
        from (${named}) a
       group by ${by.key}, a.currency`
  },
}
