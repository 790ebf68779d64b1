import { judgedFromSql, judgedSql, type Judging } from '../claims/judge-sql.ts'
import { readJudging } from '../claims/judge.ts'
import { incoming, outgoing } from '../claims/kinds.ts'
import { sql } from '../store/sql.ts'
import { calculationReads } from './calculation-reads.ts'
import type { Report, ReportContext } from './report.ts'

const lineFields = ['claim_number', 'line_no', 'claimed_amount', 'contract_id', 'customer_id', 'material_id']

type Parameters = Readonly<Record<string, unknown>>

const judgingOf = (parameters: Parameters, { organizationId, read, screens }: ReportContext): Promise<Judging> =>
  read((tx) =>
    readJudging(tx, parameters['direction'] === 'outgoing' ? outgoing : incoming, organizationId, screens, [
      String(parameters['claim_number']),
    ]),
  )

/** What checking a claim now would find, line by line; nothing is written. */
export const claimProcess: Report = {
  reads: { ...calculationReads, 'incoming-claim-line': lineFields, 'outgoing-claim-line': lineFields },
  source: async (parameters, context) => judgedFromSql(await judgingOf(parameters, context)),
  statement: async (parameters, context) => sql`
      select j.claim_number, j.line_no, j.line_status, j.findings, j.contract_number, j.customer_number, j.material_number, j.claimed_amount,
             j.calculated_amount, j.variance, j.approved_amount, j.currency, j.rejection_reason_code, j.explanation
        from (${judgedSql(await judgingOf(parameters, context))}) j`,
}
