import { amountsSql } from '../calculation/amounts-sql.ts'
import { sql, type Sql } from '../store/sql.ts'
import { calculationAsked, calculationLines, periodName } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import type { Report, ReportContext } from './report.ts'

/** What contracts owe for the periods asked for, as a commit would post it; nothing is written. */
export const calculationSimulation: Report = {
  reads: calculationReads,
  source: calculationLines,
  statement: async (parameters, context) => named(amountsSql(await calculationAsked(parameters, context)), context),
}

function named(amounts: Sql, { organizationId, mayRead }: ReportContext): Sql {
  const name = mayRead('customer', 'customer_name')
    ? {
        column: sql`m.customer_name`,
        from: sql`left join customer m on m.organization_id = ${organizationId} and m.customer_number = a.payee`,
      }
    : { column: sql`null::text`, from: sql`` }
  return sql`
    select a.contract_number, c.contract_header as contract_description, a.rule_no, a.payee, ${name.column} as payee_name, ${periodName} as period,
           a.period_from, a.period_to, a.document, a.customer_number, a.material_number, a.lines, a.qualifier, a.benefit, a.tier, a.rate,
           a.amount, a.currency,
           a.fault as error,
           a.explanation, a.is_due
      from (${amounts}) a join contract c on c.organization_id = ${organizationId} and c.contract_number = a.contract_number
      ${name.from}`
}
