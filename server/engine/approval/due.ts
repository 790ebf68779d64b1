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

/** An approval that was given since the record was submitted. */
export interface Approved {
  readonly level: number | null
  /** Who gave it. */
  readonly by: string
  /** Whose approval it is: of whoever gave it, or of whom he stood in for. */
  readonly place: string
}

/** Who has approved since the record was submitted, and in whose place. */
export function approvalsOf({ tx, caller, screen }: Scope, record: Row): Promise<Approved[]> {
  return tx.query<Approved>(sql`
    select distinct d.level, d.decided_by as by, coalesce(d.decided_for, d.decided_by) as place from approval_decision d
     where d.organization_id = ${caller.organizationId} and d.screen = ${screen.name} and d.record_number = ${record.id}
       and d.decision = 'approve' and d.decided_at >= ${record['submitted_at'] as string}::timestamptz`)
}

/** Whose approvals a level has. */
export const placesAt = (approvals: readonly Approved[], level: number): string[] => [
  ...new Set(approvals.filter((one) => one.level === level).map(({ place }) => place)),
]

/** Whether somebody has approved for another place than this one: the same eyes do not count for two people. */
export const hasOtherPlace = (approvals: readonly Approved[], by: string, place: string): boolean =>
  approvals.some((one) => one.by === by && one.place !== place)

/** The entry of the history with which the record was last approved; 0 when it never was. */
export async function lastApproval({ tx, caller, screen }: Scope, record: Row): Promise<number> {
  const [entry] = await tx.query<{ id: number | null }>(sql`
    select max(h.id) as id from history h where h.organization_id = ${caller.organizationId} and h.screen = ${screen.name}
       and h.record_id = ${record.id} and h.changes -> 'approval_status' ->> 1 = 'approved'`)
  return entry?.id ?? 0
}
