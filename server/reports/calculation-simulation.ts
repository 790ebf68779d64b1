import { amountRowsSql, toldBy } from '../calculation/amounts-sql.ts'
import { explanationSql } from '../calculation/bands-sql.ts'
import { sql, type Sql } from '../store/sql.ts'
import { partnerName } from './calculated.ts'
import { calculationAsked, calculationLines, periodNameOf } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import type { Report, ReportContext, ToldRows } from './report.ts'

/** What contracts owe for the periods asked for, as a commit would post it; nothing is written. */
export const calculationSimulation: Report = {
  reads: calculationReads,
  source: calculationLines,
  statement: async (parameters, context) => named(amountRowsSql(await calculationAsked(parameters, context)), context),
}

/** Periods, names and explanations are put into words for the rows that are shown. */
function named(amounts: Sql, context: ReportContext): ToldRows {
  const { organizationId } = context
  return {
    rows: sql`
    select a.contract_number, c.contract_header as contract_description, a.rule_no, a.payee, a.period_from, a.period_to, a.document,
           a.customer_number, a.material_number, a.lines, a.qualifier, a.benefit, a.tier, a.rate, a.amount, a.currency, a.fault as error, a.is_due,
           ${toldBy}
      from (${amounts}) a join contract c on c.organization_id = ${organizationId} and c.contract_number = a.contract_number`,
    told: {
      payee_name: partnerName(sql`result.payee`, context),
      period: periodNameOf(sql`result`),
      level: sql`nullif(concat_ws(', ', result.document, result.customer_number, result.material_number), '')`,
      explanation: explanationSql(sql`result`),
    },
  }
}
