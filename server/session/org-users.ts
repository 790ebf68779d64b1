import type { Caller } from '../authorize.ts'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'

export interface OrgUserQuery {
  readonly search: string
  readonly page: number
  /** 0: everybody. */
  readonly limit: number
}

/** The people of the caller's organisation by name, for choosing colleagues: no roles and nobody who was deactivated. */
export async function orgUsers(db: Database, caller: Caller, { search, page, limit }: OrgUserQuery) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`
  const where = sql`u.organization_id = ${caller.organizationId} and u.status <> 'deactivated'
    and (u.name ilike ${pattern} or u.email ilike ${pattern})`
  const most = limit === 0 ? null : limit
  return db.tenant(
    caller,
    async (tx) => {
      const records = await tx.query(sql`
        select u.id, u.name, u.email, u.department, p.avatar_version
          from app_user u
          left join user_preference p on p.organization_id = u.organization_id and p.user_id = u.id
         where ${where} order by u.name, u.email limit ${most} offset ${(page - 1) * limit}`)
      const [total] = await tx.query<{ count: number }>(sql`select count(*) as count from app_user u where ${where}`)
      return {
        records: records.map(({ avatar_version: version, ...user }) => ({
          ...user,
          avatar: version === null ? null : `/users/${String(user['id'])}/avatar?v=${String(version)}`,
        })),
        total_record: total?.count ?? 0,
      }
    },
    { readOnly: true },
  )
}
