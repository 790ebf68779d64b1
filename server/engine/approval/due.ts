import { sql } from '../../store/sql.ts'
import type { Row } from '../page.ts'
import type { WriteContext } from '../write-check.ts'
import { approvalLevels, type ApprovalLevel } from './approvers.ts'

type Scope = Pick<WriteContext, 'tx' | 'caller' | 'screen'>

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The levels that a record goes through as limits and groups are now. */
export const levelsOf = ({ tx, caller, screen }: Scope, record: Row): Promise<ApprovalLevel[]> => {
  const { access, document, amount, currency, application } = screen.approval!
  const isField = (name: string) => screen.fields.some((field) => field.name === name)
  return approvalLevels(tx, caller, {
    document,
    amount: amount === null ? null : textOf(record[amount]),
    currency: currency === null ? null : isField(currency) ? textOf(record[currency]) : currency,
    application: application === null ? null : textOf(record[application]),
    access,
  })
}

/** Who a level waits for, in words. */
export const waitingWords = ({ names, required }: ApprovalLevel): string =>
  required > 1 ? `${required} of ${names.join(', ')}` : names.join(' or ')

/** Who has approved at a level since the record was submitted. */
export async function approvedBy({ tx, caller, screen }: Scope, record: Row, level: number): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(sql`
    select distinct d.decided_by as email from approval_decision d
     where d.organization_id = ${caller.organizationId} and d.screen = ${screen.name} and d.record_number = ${record.id}
       and d.decision = 'approve' and d.level = ${level} and d.decided_at >= ${record['submitted_at'] as string}::timestamptz`)
  return rows.map(({ email }) => email)
}
