import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import { peopleSql } from '../../reports/people.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import type { FieldChangeKey } from './change-input.ts'

/** Whose screens a layer is: the whole organisation's, those of a role or of a user, in one application where it says so. */
export type Layer = Pick<FieldChangeKey, 'layer' | 'layer_ref' | 'app_source_type'>

export interface RoleAudience {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly users: number
}

export interface UserAudience {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: string | null
}

/** Every role with how many people have it. */
export const rolesOf = (tx: Tx, organizationId: number): Promise<RoleAudience[]> =>
  tx.query<RoleAudience>(sql`
    select r.id, r.code, r.name, count(u.id) as users
      from role r left join app_user u on u.organization_id = r.organization_id and u.role = r.code and u.status = 'active'
     where r.organization_id = ${organizationId} group by r.id, r.code, r.name order by r.name`)

export const usersOf = (tx: Tx, organizationId: number): Promise<UserAudience[]> =>
  tx.query<UserAudience>(sql`
    select u.id, u.name, u.email, r.name as role
      from app_user u left join role r on r.organization_id = u.organization_id and r.code = u.role
     where u.organization_id = ${organizationId} order by u.name limit 2000`)

/** The roles or the users by id, as people call them; the whole organisation is one. */
export const namesOf = (tx: Tx, organizationId: number, layer: Layer['layer']): Promise<readonly Named[]> =>
  layer === 'organization'
    ? Promise.resolve([])
    : layer === 'role'
      ? tx.query<Named>(sql`
          select r.id::text as value, r.name as label from role r where r.organization_id = ${organizationId} order by r.name`)
      : tx.query<Named>(sql`
          select u.id::text as value, p.person as label from app_user u join ${peopleSql(organizationId)} p on p.email = u.email
           where u.organization_id = ${organizationId} order by p.person limit 2000`)

/** Whether the role or the user of a layer is one of this organisation's. */
export async function isThere(tx: Tx, organizationId: number, { layer, layer_ref }: Layer): Promise<boolean> {
  if (layer === 'organization' || layer_ref === null) return true
  const [found] = await tx.query(
    layer === 'role'
      ? sql`select from role r where r.organization_id = ${organizationId} and r.id = ${layer_ref}::bigint`
      : sql`select from app_user u where u.organization_id = ${organizationId} and u.id = ${layer_ref}::bigint`,
  )
  return found !== undefined
}

interface Named {
  readonly value: string
  readonly label: string
}

interface Person {
  readonly id: number | null
  readonly role_id: number | null
  readonly permissions: readonly string[] | null
  readonly apps: readonly string[] | null
}

/** Somebody as the layer sees them: its user, anybody with its role, or anybody at all; NOT_FOUND for others. */
export async function viewerOf(tx: Tx, caller: Caller, { layer, layer_ref, app_source_type }: Layer): Promise<Caller> {
  const application = app_source_type
  if (layer === 'organization') return { ...caller, userId: 0, roleIds: [], application, dataSource: null }
  const [person] =
    layer === 'role'
      ? await tx.query<Person>(sql`
          select null::bigint as id, id as role_id, permissions, authorized_apps as apps from role
           where organization_id = ${caller.organizationId} and id = ${layer_ref}::bigint`)
      : await tx.query<Person>(sql`
          select u.id, r.id as role_id, r.permissions, r.authorized_apps as apps from app_user u
            left join role r on r.organization_id = u.organization_id and r.code = u.role
           where u.organization_id = ${caller.organizationId} and u.id = ${layer_ref}::bigint`)
  if (!person) throw new AppError('NOT_FOUND')
  return {
    ...caller,
    userId: person.id ?? 0,
    roleIds: person.role_id === null ? [] : [person.role_id],
    permissions: new Set(person.permissions ?? []),
    apps: person.apps?.length ? person.apps : caller.apps,
    application,
    dataSource: null,
  }
}

/** The active people whose screens a layer changes, by role. */
export async function peopleOf(tx: Tx, organizationId: number, { layer, layer_ref }: Layer) {
  const only =
    layer === 'role'
      ? sql`r.id = ${layer_ref}::bigint`
      : layer === 'user'
        ? sql`u.id = ${layer_ref}::bigint`
        : sql`true`
  return tx.query<{ role: string; users: number }>(sql`
    select coalesce(r.name, 'No role') as role, count(*) as users
      from app_user u left join role r on r.organization_id = u.organization_id and r.code = u.role
     where u.organization_id = ${organizationId} and u.status = 'active' and ${only}
     group by 1 order by 2 desc, 1`)
}
