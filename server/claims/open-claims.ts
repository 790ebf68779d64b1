import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import type { ClaimKind } from './kinds.ts'

const open = ['received', 'draft', 'error', 'validated']

/** Locks claims and makes sure that their lines may still change; WRONG_STATE with the first one whose lines stay as they are. */
export async function demandOpen(
  tx: Pick<Tx, 'query'>,
  kind: ClaimKind,
  organizationId: number,
  claims: readonly string[],
  also: readonly string[] = [],
): Promise<void> {
  const found = await tx.query<{ claim_number: string; claim_status: string }>(sql`
    select h.claim_number, h.claim_status from ${kind.header} h
     where h.organization_id = ${organizationId} and h.claim_number = any(${[...claims]}::text[]) order by h.claim_number for update`)
  const closed = found.find(({ claim_status: status }) => ![...open, ...also].includes(status))
  if (closed)
    throw new AppError('WRONG_STATE', {
      message: `Claim ${closed.claim_number} is ${closed.claim_status.replaceAll('_', ' ')}: its lines stay as they are.`,
    })
}

/** Whether the claim of a line `l` still changes. */
export const inOpenClaim = ({ header }: ClaimKind): Sql => sql`
  exists (select from ${header} h where h.organization_id = l.organization_id and h.claim_number = l.claim_number and h.claim_status = any(${[...open]}::text[]))`
