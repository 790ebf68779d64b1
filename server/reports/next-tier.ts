import { nextTierSql } from '../calculation/amounts-sql.ts'
import { sql } from '../store/sql.ts'
import { calculationAsked, calculationLines } from './calculation-asked.ts'
import { periodNames } from './period-names.ts'
import { calculationReads } from './calculation-reads.ts'
import type { Report } from './report.ts'

/** How far each contract is from its next tier, and what reaching it would bring. */
export const nextTier: Report = {
  reads: calculationReads,
  source: calculationLines,
  statement: async (parameters, context) => {
    const calculation = await calculationAsked(parameters, context)
    return sql`
    select a.contract_number, c.contract_header as contract_description, a.rule_no, ${periodNames(calculation)(sql`a`)} as period, a.period_from, a.period_to,
           a.customer_number, a.material_number, a.qualifier, a.tier, a.earned, a.next_from, a.gap, a.at_bound, a.uplift, a.uplift_per_unit,
           greatest(a.period_to - ${context.calendar.today}::date, 0) as days_left, a.currency
      from (${nextTierSql(calculation)}) a
      join contract c on c.organization_id = ${context.organizationId} and c.contract_number = a.contract_number`
  },
}
