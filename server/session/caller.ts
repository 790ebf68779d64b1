import type { Caller } from '../authorize.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { AccessClaims } from './access-token.ts'

/** Callers stay known for this long, so a revoked session or a changed role is noticed within it by every process. */
export const callerLifetime = 5_000
const mostCallers = 10_000

export interface CallerCache {
  /** The caller of valid claims, or undefined when the session was revoked or the user may no longer sign in. */
  load(claims: AccessClaims): Promise<Caller | undefined>
  /** Forgets everybody of an organisation, or one user of it; the next request sees the change. */
  forget(organizationId: number, userId?: number): void
}

interface Entry {
  organizationId: number
  userId: number
  until: number
  caller: Promise<Caller | undefined>
}

export function createCallerCache(db: Database, clock: () => Date): CallerCache {
  const entries = new Map<string, Entry>()
  return {
    load: (claims) => {
      const now = clock().getTime()
      const known = entries.get(claims.sessionId)
      if (known && known.until > now && known.userId === claims.userId) return known.caller
      if (entries.size >= mostCallers)
        for (const [key, entry] of entries) if (entry.until <= now || entries.size >= mostCallers) entries.delete(key)
      const caller = loadCaller(db, claims, clock())
      entries.set(claims.sessionId, {
        organizationId: claims.organizationId,
        userId: claims.userId,
        until: now + callerLifetime,
        caller,
      })
      // A failed load must not be answered from memory.
      caller.catch(() => entries.delete(claims.sessionId))
      return caller
    },
    forget: (organizationId, userId) => {
      for (const [key, entry] of entries)
        if (entry.organizationId === organizationId && (userId === undefined || entry.userId === userId))
          entries.delete(key)
    },
  }
}

interface CallerRow {
  email: string
  role_id: number | null
  role: string | null
  permissions: string[] | null
  user_apps: string[] | null
  role_apps: string[] | null
  app_types: string[] | null
  time_zone: string | null
  closed: string[]
  opened: string[]
}

const who = sql`u.email, r.id as role_id, r.code as role, r.permissions, u.authorized_apps as user_apps, r.authorized_apps as role_apps, o.app_types, o.time_zone,
  coalesce((select array_agg(a.application) from application_access a
    where a.organization_id = u.organization_id and a.role = r.code and a.can_open is false), '{}') as closed,
  coalesce((select array_agg(a.application) from application_access a
    where a.organization_id = u.organization_id and a.role = r.code and a.can_open), '{}') as opened`
const withRole = sql`left join role r on r.organization_id = u.organization_id and r.code = u.role
  left join organization o on o.organization_id = u.organization_id`

async function loadCaller(db: Database, claims: AccessClaims, now: Date): Promise<Caller | undefined> {
  const [row] = await db.system((tx) =>
    tx.query<CallerRow>(sql`
      select ${who}
      from session s
      join app_user u on u.organization_id = s.organization_id and u.id = s.user_id and u.status = 'active'
      ${withRole}
      where s.id = ${claims.sessionId}::uuid and s.organization_id = ${claims.organizationId} and s.user_id = ${claims.userId}
        and s.revoked_at is null and s.expires_at > ${now}`),
  )
  return row && callerFrom(row, claims)
}

/** A user as the caller of what is done in his name while he is away; undefined when he may not sign in. */
export async function callerOfUser(db: Database, organizationId: number, userId: number): Promise<Caller | undefined> {
  const [row] = await db.system((tx) =>
    tx.query<CallerRow>(sql`
      select ${who} from app_user u ${withRole}
       where u.organization_id = ${organizationId} and u.id = ${userId} and u.status = 'active'`),
  )
  return row && callerFrom(row, { sessionId: '', organizationId, userId })
}

/** Users as callers, by their addresses, within a transaction of their organisation; nobody who may not sign in. */
export async function callersNamed(tx: Tx, organizationId: number, emails: readonly string[]): Promise<Caller[]> {
  const rows = await tx.query<CallerRow & { user_id: number }>(sql`
    select u.id as user_id, ${who} from app_user u ${withRole}
     where u.organization_id = ${organizationId} and u.email = any(${emails}::text[]) and u.status = 'active'`)
  return rows.map((row) => callerFrom(row, { sessionId: '', organizationId, userId: row.user_id }))
}

const callerFrom = (row: CallerRow, claims: Pick<AccessClaims, 'sessionId' | 'organizationId' | 'userId'>): Caller => ({
  sessionId: claims.sessionId,
  userId: claims.userId,
  organizationId: claims.organizationId,
  email: row.email,
  roleIds: row.role_id === null ? [] : [row.role_id],
  permissions: new Set(row.permissions ?? []),
  apps: authorizedApps(row),
  ...(row.time_zone ? { home: row.time_zone, zone: row.time_zone } : {}),
})

/** The applications that a user with this role and this choice of his own may open. */
export async function appsOfUser(
  tx: Tx,
  organizationId: number,
  user: { readonly role: string; readonly authorized_apps?: readonly string[] | null },
): Promise<string[]> {
  const [row] = await tx.query<CallerRow>(sql`
    select ${who}
      from (select ${organizationId}::bigint as organization_id, ${user.role}::text as role, ''::text as email,
                   ${[...(user.authorized_apps ?? [])]}::text[] as authorized_apps) u
      ${withRole}`)
  return row ? authorizedApps(row) : []
}

interface AppSources {
  user_apps: string[] | null
  role_apps: string[] | null
  app_types: string[] | null
  closed: readonly string[]
  opened: readonly string[]
}

/** The applications a user may open: the user's own choice or else the role's, changed by the access rights of the role, within what the organisation has. */
export function authorizedApps({ user_apps, role_apps, app_types, closed, opened }: AppSources): string[] {
  const chosen = user_apps?.length ? user_apps : (role_apps ?? [])
  const wanted = [...new Set([...chosen, ...opened])].filter((app) => !closed.includes(app))
  return app_types?.length ? wanted.filter((app) => app_types.includes(app)) : wanted
}
