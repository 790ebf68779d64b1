import { postingEntriesSql } from '../calculation/post.ts'
import { sql } from '../store/sql.ts'
import { calculationAsked, calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import type { Report } from './report.ts'

/** What a posting run would post for the periods asked for, by the same statement; nothing is written. */
export const postingSimulation: Report = {
  reads: {
    ...calculationReads,
    'financial-posting': [
      'contract_number',
      'posting_type',
      'amount',
      'period_from',
      'period_to',
      'payee',
      'source_key',
      'currency',
    ],
  },
  source: calculationLines,
  statement: async (parameters, context) => {
    const calculation = await calculationAsked(parameters, context)
    return sql`
      select e.contract_number, c.contract_header as contract_description, e.type as posting_type, e.rule_no, e.payee, e.period_from, e.period_to, e.document,
             e.customer_number, e.material_number, e.lines, e.owed,
             case when e.type in ('Accrual', 'Accrual Reversal') then e.accrued else e.paid end as posted, e.due as amount, e.currency,
             e.fault as error, e.explanation, e.source_key,
             case when e.type in ('Accrual', 'Accrual Reversal') then 'Accrual,Accrual Reversal' else 'Payment,Payment Reversal,Delta Payment' end as counted_types
        from (${postingEntriesSql(calculation)}) e
        join contract c on c.organization_id = ${context.organizationId} and c.contract_number = e.contract_number`
  },
}
