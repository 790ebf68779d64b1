import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** The names of a few users who may grant applications to others, for those who lack one. */
export async function grantors(tx: Tx, caller: Caller): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select u.name from app_user u join role r on r.organization_id = u.organization_id and r.code = u.role
     where u.organization_id = ${caller.organizationId} and u.status = 'active'
       and r.permissions && array['*', 'administration.*', 'administration.users']
     order by u.name limit 3`)
  return rows.map(({ name }) => name)
}
