import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** The code under which an organisation is known; the way it signs its interchanges. */
export async function organizationName(tx: Pick<Tx, 'query'>, organizationId: number): Promise<string> {
  const [row] = await tx.query<{ code: string }>(
    sql`select o.code from organization o where o.organization_id = ${organizationId} limit 1`,
  )
  return row?.code ?? 'TIERLINE'
}
