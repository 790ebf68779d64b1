import { can, type Caller } from '../authorize.ts'
import type { Screen } from '#src/definition'
import { deniedFields, tellsOfSeen } from '../engine/history.ts'
import type { Database } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'

export interface ActivityQuery {
  screen?: string
  id?: number
  userId?: number
  page: number
  /** 0: at most ten thousand. */
  limit: number
}

const most = 10_000
const readable = (screens: readonly Screen[], caller: Caller) =>
  screens.filter((screen) => can(caller, screen.access.read)).map(({ name }) => name)

/** Which records are held for editing, and who changed what last, on the screens the caller may read; names fields that the caller may see, never their values. */
export async function controlModification(
  db: Database,
  screens: readonly Screen[],
  caller: Caller,
  query: ActivityQuery,
) {
  const { screen = null, id = null, userId = null, page, limit } = query
  const names = readable(screens, caller)
  const size = limit === 0 ? most : limit
  const { organizationId } = caller
  return db.tenant(
    caller,
    async (tx) => {
      const locks = await tx.query(sql`
        select l.screen, l.record_id, l.acquired_at, l.expires_at, l.user_id, u.name as user_name
        from record_lock l left join app_user u on u.organization_id = l.organization_id and u.id = l.user_id
        where l.organization_id = ${organizationId} and l.expires_at > now() and l.screen = any(${names})
          and (${screen}::text is null or l.screen = ${screen}) and (${id}::bigint is null or l.record_id = ${id})
          and (${userId}::bigint is null or l.user_id = ${userId})
        order by l.acquired_at desc limit ${most}`)
      const changes = sql`
        from history h left join app_user u on u.organization_id = h.organization_id and u.id = h.user_id
        where h.organization_id = ${organizationId} and h.screen = any(${names})
          and (${screen}::text is null or h.screen = ${screen}) and (${id}::bigint is null or ${id}::bigint between h.record_id and coalesce(h.last_record_id, h.record_id))
          and (${userId}::bigint is null or h.user_id = ${userId}) and ${tellsOfSeen(caller, screens)}`
      const denied = json(deniedFields(caller, screens))
      const records = await tx.query(sql`
        select h.id, h.screen, h.record_id, h.operation, h.at, h.user_id, u.name as user_name, h.upload_id,
          array(select name from jsonb_object_keys(h.changes) as name
                 where not coalesce(${denied}::jsonb -> h.screen ? name, false) order by 1) as fields
        ${changes} order by h.id desc limit ${size} offset ${Math.max(0, page - 1) * size}`)
      const [count] = await tx.query<{ total: number }>(sql`select count(*) as total ${changes}`)
      return { locks, records, total_record: count?.total ?? 0 }
    },
    { readOnly: true },
  )
}

/** The sign-ins of a user, the newest first. */
export async function userSessions(db: Database, caller: Caller, userId: number) {
  return db.system((tx) =>
    tx.query(sql`
      select id, user_type, created_at, last_used_at, expires_at, revoked_at, revoked_for, address, user_agent, id = ${caller.sessionId}::uuid as current
      from session where organization_id = ${caller.organizationId} and user_id = ${userId} order by created_at desc limit 100`),
  )
}
