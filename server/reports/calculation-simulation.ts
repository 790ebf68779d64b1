import { amountRowsSql, toldBy, type Calculation } from '../calculation/amounts-sql.ts'
import { explanationSql, toldColumns } from '../calculation/bands-sql.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import { isFirstPayee, partnerName } from './calculated.ts'
import { calculationAsked, calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { periodNames } from './period-names.ts'
import type { Report, ReportContext, ToldRows } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

const toldOfResult = join(
  toldColumns.map((name) => id('result', name)),
  ', ',
)

/** What contracts owe for the periods asked for, as a commit would post it; nothing is written. */
export const calculationSimulation: Report = {
  reads: calculationReads,
  source: calculationLines,
  statement: async (parameters, context) => named(await calculationAsked(parameters, context), parameters, context),
}

/** What of the rows `a` is shown; periods are named alike whatever days of them a contract covers. */
function shown(parameters: Parameters, periodOf: (row: Sql) => Sql): Sql {
  const { rule_no: rule, payee, currency, period } = parameters
  const conditions = [
    ...(rule ? [sql`a.rule_no = ${rule}::int`] : []),
    ...(payee ? [sql`a.payee = ${payee}::text`] : []),
    ...(currency ? [sql`a.currency = ${currency}::text`] : []),
    ...(period ? [sql`${periodOf(sql`a`)} = ${period}::text`] : []),
  ]
  return conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : sql``
}

/** Periods, names and explanations are put into words for the rows that are shown. */
function named(calculation: Calculation, parameters: Parameters, context: ReportContext): ToldRows {
  const { organizationId } = context
  const periodOf = periodNames(calculation)
  const isShared = calculation.contracts.some(({ payees }) => payees.length > 1)
  return {
    rows: sql`
    select a.contract_number, c.contract_header as contract_description, a.rule_no, a.payee, a.period_from, a.period_to, a.document,
           a.customer_number, a.material_number, ${isShared ? sql`case when ${isFirstPayee} then a.lines end` : sql`a.lines`} as lines,
           a.lines as all_lines, a.qualifier, a.benefit, a.tier, a.rate, a.amount, a.currency, a.fault as error, a.is_due, a.due_on, ${toldBy}
      from (${amountRowsSql(calculation)}) a join contract c on c.organization_id = ${organizationId} and c.contract_number = a.contract_number
      ${shown(parameters, periodOf)}`,
    told: {
      payee_name: partnerName(sql`result.payee`, context),
      period: periodOf(sql`result`),
      level: sql`nullif(concat_ws(', ', result.document, result.customer_number, result.material_number), '')`,
      explanation: sql`(select ${explanationSql(sql`a`)} from (select result.all_lines as lines, result.qualifier, ${toldOfResult}) a)`,
    },
  }
}
