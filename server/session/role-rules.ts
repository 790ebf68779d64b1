import type { Caller } from '../authorize.ts'
import { screensOf } from '../engine/own-screens.ts'
import { AppError, type Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { demandAdministrator, demandHolds, lockAdministrators } from './administrators.ts'
import { permissionCatalogue, unknownAmong } from './permissions.ts'
import { startingRoles } from './seed.ts'
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

/** What a role would be given that does not exist, told at its permissions; what it has already stays as it is. */
export async function unknownPermissions(
  s: SessionServices,
  tx: Tx,
  caller: Caller,
  before: Pick<RoleRecord, 'permissions'> | null,
  values: Partial<RoleRecord>,
): Promise<Issue[]> {
  const added = (values.permissions ?? []).filter((name) => !before?.permissions?.includes(name))
  if (added.length === 0) return []
  const rows = await tx.query<{ name: string }>(
    sql`select name from permission where organization_id = ${caller.organizationId}`,
  )
  const known = [...rows.map(({ name }) => name), ...startingRoles.flatMap(({ permissions }) => permissions)]
  let unknown = unknownAmong(added, known)
  // What screens of its own name is not among what every start writes.
  if (unknown.length > 0)
    unknown = unknownAmong(unknown, [
      ...known,
      ...permissionCatalogue(await screensOf(s, caller)).map(({ name }) => name),
    ])
  if (unknown.length === 0) return []
  const names = unknown.join(', ')
  const message =
    unknown.length === 1
      ? `There is no permission ${names}. Choose one from the list of permissions.`
      : `There are no permissions ${names}. Choose from the list of permissions.`
  return [{ path: ['permissions'], code: 'unknown', message }]
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
