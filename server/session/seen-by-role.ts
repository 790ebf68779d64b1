import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { mayUse, mayReadField, mayWriteField, type Operation } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { demandHolds } from './administrators.ts'
import { authorizedApps } from './caller.ts'

interface RoleRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly permissions: string[] | null
  readonly role_apps: string[] | null
  readonly app_types: string[] | null
  readonly closed: string[]
  readonly opened: string[]
}

export interface Holder {
  readonly role: Pick<RoleRow, 'id' | 'code' | 'name'>
  /** Somebody who has the role and nothing else: no user, so that nothing of anybody's own is shown. */
  readonly caller: Caller
}

/** Somebody with a role of the caller's organisation; NOT_FOUND without it, FORBIDDEN where the role holds more than the caller. */
export async function holderOf(tx: Tx, caller: Caller, roleId: number): Promise<Holder> {
  const { organizationId } = caller
  const [row] = await tx.query<RoleRow>(sql`
    select r.id, r.code, r.name, r.permissions, r.authorized_apps as role_apps,
      (select o.app_types from organization o where o.organization_id = r.organization_id order by o.id limit 1) as app_types,
      coalesce((select array_agg(a.application) from application_access a
        where a.organization_id = r.organization_id and a.role = r.code and a.can_open is false), '{}') as closed,
      coalesce((select array_agg(a.application) from application_access a
        where a.organization_id = r.organization_id and a.role = r.code and a.can_open), '{}') as opened
      from role r where r.organization_id = ${organizationId} and r.id = ${roleId}`)
  if (!row) throw new AppError('NOT_FOUND')
  demandHolds(caller, row.permissions ?? [], 'permissions')
  const { id, code, name, permissions } = row
  return {
    role: { id, code, name },
    caller: {
      sessionId: '',
      userId: 0,
      organizationId,
      email: '',
      roleIds: [id],
      permissions: new Set(permissions ?? []),
      apps: authorizedApps({ ...row, user_apps: null }),
    },
  }
}

const operations = ['create', 'update', 'delete', 'upload', 'export'] as const satisfies readonly Operation[]

/** What somebody may do on a screen, and which of its fields are not seen or only read. */
export function mayOn(caller: Caller, screen: Screen) {
  return {
    may: operations.filter(
      (operation) =>
        mayUse(caller, screen, operation) &&
        (operation === 'export' ? screen.list || screen.result : operation === 'upload' ? screen.upload : screen.form),
    ),
    unseen: screen.fields.filter(({ name }) => !mayReadField(caller, screen, name)).map(({ label }) => label),
    only_read: screen.fields
      .filter(({ name }) => mayReadField(caller, screen, name) && !mayWriteField(caller, screen, name))
      .map(({ label }) => label),
  }
}
