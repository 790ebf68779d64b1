import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { beyond } from './permissions.ts'

/** Throws FORBIDDEN when the caller lacks one of the permissions, at the field that would grant it. */
export function demandHolds(caller: Pick<Caller, 'permissions'>, permissions: readonly string[], field: string): void {
  const missing = beyond(caller.permissions, permissions)
  if (missing.length === 0) return
  const message = `You cannot grant what you do not hold yourself: ${missing.join(', ')}.`
  throw new AppError('FORBIDDEN', { message, issues: [{ path: [field], code: 'not_held', message }] })
}

/** Throws FORBIDDEN when the user holds more than the caller: who could change such a user could become that user. */
export async function demandOutranks(tx: Tx, caller: Caller, userId: number): Promise<void> {
  const [role] = await tx.query<{ permissions: string[] | null }>(sql`
    select r.permissions from app_user u join role r on r.organization_id = u.organization_id and r.code = u.role
    where u.organization_id = ${caller.organizationId} and u.id = ${userId}`)
  if (beyond(caller.permissions, role?.permissions ?? []).length > 0) {
    throw new AppError('FORBIDDEN', { message: 'This user holds more permissions than you do.' })
  }
}

/** The permissions of a role of the caller's organisation; empty for an unknown one. */
export async function permissionsOfRole(tx: Tx, organizationId: number, role: string): Promise<string[]> {
  const [row] = await tx.query<{ permissions: string[] | null }>(sql`
    select permissions from role where organization_id = ${organizationId} and code = ${role}`)
  return row?.permissions ?? []
}

/** Lets changes of administrators pass one at a time, so that two of them cannot remove each other. */
export async function lockAdministrators(tx: Tx, organizationId: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('administrators', ${organizationId}))`)
}

/** Throws WRONG_STATE unless an active administrator remains, not counting the user who is about to be deleted. */
export async function demandAdministrator(tx: Tx, organizationId: number, withoutUser?: number): Promise<void> {
  const [left] = await tx.query(sql`
    select u.id from app_user u join role r on r.organization_id = u.organization_id and r.code = u.role
    where u.organization_id = ${organizationId} and u.status = 'active' and '*' = any(r.permissions) and u.id is distinct from ${withoutUser ?? null}
    limit 1`)
  if (!left) throw new AppError('WRONG_STATE', { message: 'At least one active administrator has to remain.' })
}
