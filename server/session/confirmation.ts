import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** Keeps beside the user, where lists see it, whether an active user's signing in still waits for the address to be confirmed. */
export async function noteConfirmation(tx: Tx, organizationId: number, userId: number): Promise<void> {
  await tx.query(sql`
    update app_user u set confirmation = case when a.email_verified_at is null and u.status = 'active' then 'missing' end
      from account a
     where a.organization_id = u.organization_id and a.user_id = u.id
       and u.organization_id = ${organizationId} and u.id = ${userId}`)
}
