import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { isOtherClaimant } from './claimant-meant.ts'
import type { ClaimKind } from './kinds.ts'

interface Contradiction {
  readonly claim_number: string
  readonly line_no: number
  readonly field: 'claimant' | 'currency'
  readonly claim_says: string
  readonly line_says: string
}

/** What lines (`l`) contradict in the claims they name, the first one of each. */
const contradictions = (kind: ClaimKind, organizationId: number, which: Sql): Sql => sql`
  select distinct on (l.claim_number, v.field) l.claim_number, l.line_no, v.field, v.claim_says, v.line_says
    from ${kind.line} l join ${kind.header} h on h.organization_id = l.organization_id and h.claim_number = l.claim_number
   cross join lateral (
     ${
       kind.direction === 'incoming'
         ? sql`select 'claimant' as field, h.claimant as claim_says, l.claimant as line_says where ${isOtherClaimant(sql`h.claimant`)} union all`
         : sql``
     }
     select 'currency', h.currency, l.currency where l.currency <> h.currency) v(field, claim_says, line_says)
   where l.organization_id = ${organizationId} and ${which}
   order by l.claim_number, v.field, l.line_no`

const wordsOf = ({ claim_number, line_no, field, claim_says, line_says }: Contradiction): string =>
  field === 'claimant'
    ? `Claim ${claim_number} is of ${claim_says}, but its line ${line_no} came from ${line_says}. Two claimants cannot use one claim number.`
    : `Claim ${claim_number} is in ${claim_says}, but its line ${line_no} is in ${line_says}. A claim has one currency.`

/**
 * Makes sure that lines (`l`) are of the claimant of the claim they name, and in its currency: a claim number that two claimants use would
 * pay one for the other. Throws VALIDATION with the first ones that are not; only `fields` are looked at.
 */
export async function demandAgreement(
  tx: Pick<Tx, 'query'>,
  kind: ClaimKind,
  organizationId: number,
  which: Sql,
  fields: readonly Contradiction['field'][] = ['claimant', 'currency'],
): Promise<void> {
  const found = await tx.query<Contradiction>(sql`
    select c.* from (${contradictions(kind, organizationId, which)}) c where c.field = any(${[...fields]}::text[])
     order by c.claim_number, c.field limit 10`)
  if (found.length === 0) return
  const issues = found.map((one) => ({ path: [one.field], code: 'invalid', message: wordsOf(one) }))
  throw new AppError('VALIDATION', { message: issues.map(({ message }) => message).join('\n'), issues })
}
