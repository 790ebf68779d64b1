import type { Caller } from '../authorize.ts'
import type { Row } from '../engine/page.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** Whether a contract can be edited, what stands against it, and who. */
export interface EditState {
  readonly editable: boolean
  /** What may be done: edited itself, or by a change request. */
  readonly by: 'contract' | 'change_request' | null
  readonly message: string | null
  readonly reason: string | null
  readonly holder: string | null
  readonly open_change: string | null
}

const worked = 'This is something that is being worked on at the moment.Please try again later !!'

/** A contract is not edited while it waits for approval, while somebody else holds its lock, or while a change of it waits. */
export async function editState(tx: Pick<Tx, 'query'>, caller: Caller, contract: Row): Promise<EditState> {
  const [lock] = await tx.query<{ name: string | null }>(sql`
    select u.name from record_lock l left join app_user u on u.organization_id = l.organization_id and u.id = l.user_id
     where l.organization_id = ${caller.organizationId} and l.screen = 'contract' and l.record_id = ${contract.id}
       and l.user_id <> ${caller.userId} and l.expires_at > now()`)
  const open_change = (contract['open_change'] as string | null) ?? null
  const no = (reason: string): EditState => ({
    editable: false,
    by: null,
    message: worked,
    reason,
    holder: lock ? (lock.name ?? 'Somebody else') : null,
    open_change,
  })
  if (lock) return no(`${lock.name ?? 'Somebody else'} is editing it.`)
  if (contract['approval_status'] === 'submit_approval') return no('It waits for approval.')
  if (contract['is_update_approval_contract'] === true)
    return no(`Its change ${String(open_change)} waits for approval.`)
  const by = contract['approval_status'] === 'approved' ? 'change_request' : 'contract'
  return { editable: true, by, message: null, reason: null, holder: null, open_change }
}
