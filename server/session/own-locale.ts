import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** How the caller has chosen to have numbers and days written; undefined: as the browser does. */
export async function ownLocale(
  tx: Pick<Tx, 'query'>,
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
): Promise<string | undefined> {
  const [row] = await tx.query<{ locale: string | null }>(sql`
    select preferences ->> 'locale' as locale from user_preference where organization_id = ${organizationId} and user_id = ${userId}`)
  return row?.locale ?? undefined
}
