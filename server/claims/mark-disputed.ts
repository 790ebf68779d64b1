import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { incoming, outgoing } from './kinds.ts'

/** Writes into claims whether a dispute about them is open. */
export async function markDisputed(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  claims: readonly string[],
): Promise<void> {
  for (const kind of [incoming, outgoing]) {
    await tx.query(sql`
      update ${kind.header} h set disputed = d.is_open
        from (select h.id, exists (select from claim_dispute d where d.organization_id = h.organization_id and d.claim_number = h.claim_number
                and d.claim_direction = ${kind.direction} and d.status in ('open', 'responded')) as is_open
                from ${kind.header} h where h.organization_id = ${organizationId} and h.claim_number = any(${[...claims]}::text[])) d
       where h.organization_id = ${organizationId} and h.id = d.id and h.disputed is distinct from d.is_open`)
  }
}
