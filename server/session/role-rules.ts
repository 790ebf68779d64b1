import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { demandAdministrator, demandHolds, lockAdministrators } from './administrators.ts'
import type { SessionServices } from './services.ts'

export interface RoleRecord {
  id: number
  code: string
  permissions: readonly string[] | null
}

/** Throws FORBIDDEN when the role holds, or would hold, a permission that the caller does not. */
export async function prepareRole(
  tx: Tx,
  caller: Caller,
  before: RoleRecord | null,
  values: Partial<RoleRecord>,
): Promise<void> {
  await lockAdministrators(tx, caller.organizationId)
  demandHolds(caller, [...(before?.permissions ?? []), ...(values.permissions ?? [])], 'permissions')
}

/** After a role was written: an administrator has to remain, and everybody's permissions are read anew. */
export async function settleRole(s: SessionServices, tx: Tx, caller: Caller, before: RoleRecord | null): Promise<void> {
  if (before) await demandAdministrator(tx, caller.organizationId)
  tx.afterCommit(() => s.callers.forget(caller.organizationId))
}

/** Throws STILL_REFERENCED while users have the role, FORBIDDEN when it holds more than the caller. */
export async function releaseRole(s: SessionServices, tx: Tx, caller: Caller, role: RoleRecord): Promise<void> {
  demandHolds(caller, role.permissions ?? [], 'permissions')
  const [user] = await tx.query<{ name: string }>(sql`
    select name from app_user where organization_id = ${caller.organizationId} and role = ${role.code} order by name limit 1`)
  if (user) throw new AppError('STILL_REFERENCED', { message: `Users still have this role, for example ${user.name}.` })
  await tx.query(
    sql`delete from application_access where organization_id = ${caller.organizationId} and role = ${role.code}`,
  )
  tx.afterCommit(() => s.callers.forget(caller.organizationId))
}
