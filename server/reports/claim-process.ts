import { judgedSql } from '../claims/judge-sql.ts'
import { readJudging } from '../claims/judge.ts'
import { incoming, outgoing } from '../claims/kinds.ts'
import { sql } from '../store/sql.ts'
import { calculationReads } from './calculation-reads.ts'
import type { Report } from './report.ts'

const lineFields = ['claim_number', 'line_no', 'claimed_amount', 'contract_id', 'customer_id', 'material_id']

/** What checking a claim now would find, line by line; nothing is written. */
export const claimProcess: Report = {
  reads: { ...calculationReads, 'incoming-claim-line': lineFields, 'outgoing-claim-line': lineFields },
  statement: async (parameters, { organizationId, read, screens }) => {
    const kind = parameters['direction'] === 'outgoing' ? outgoing : incoming
    const judging = await read((tx) =>
      readJudging(tx, kind, organizationId, screens, [String(parameters['claim_number'])]),
    )
    return sql`
      select j.claim_number, j.line_no, j.line_status, j.findings, j.contract_number, j.customer_number, j.material_number, j.claimed_amount,
             j.calculated_amount, j.variance, j.approved_amount, j.currency, j.rejection_reason_code, j.explanation
        from (${judgedSql(judging)}) j`
  },
}
