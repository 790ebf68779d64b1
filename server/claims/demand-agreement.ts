import { AppError } from '../errors.ts'
import type { ImportFault } from '../engine/hooks.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { claimantMeant, isOtherClaimant } from './claimant-meant.ts'
import type { ClaimKind } from './kinds.ts'

type Agreeing = 'claimant' | 'currency'

interface Contradiction {
  readonly claim_number: string
  readonly line_no: number
  readonly field: Agreeing
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
  fields: readonly Agreeing[] = ['claimant', 'currency'],
): Promise<void> {
  const found = await tx.query<Contradiction>(sql`
    select c.* from (${contradictions(kind, organizationId, which)}) c where c.field = any(${[...fields]}::text[])
     order by c.claim_number, c.field limit 10`)
  if (found.length === 0) return
  const issues = found.map((one) => ({ path: [one.field], code: 'invalid', message: wordsOf(one) }))
  throw new AppError('VALIDATION', { message: issues.map(({ message }) => message).join('\n'), issues })
}

const briefly: Readonly<Record<Agreeing, string>> = {
  claimant: 'Its claim is of another claimant. Two claimants cannot use one claim number.',
  currency: 'Its claim is in another currency. A claim has one currency.',
}

/**
 * The same for the lines of a file before they are written (`linesOf` selects their fields): each that contradicts its claim, or what the
 * other lines make of a claim that is not there yet.
 */
export async function fileContradictions(
  tx: Pick<Tx, 'query'>,
  kind: ClaimKind,
  organizationId: number,
  linesOf: (fields: readonly string[]) => Sql,
): Promise<ImportFault[]> {
  const isIncoming = kind.direction === 'incoming'
  const names = ['claim_number', 'line_no', 'currency', ...(isIncoming ? ['claimant'] : [])]
  const claimant = sql`coalesce(h.claimant, ${claimantMeant(sql`l.first_claimant`)})`
  const byClaimant = sql`
    select 'claimant' as field, m.says as claim_says, l.claimant as line_says
      from (select ${claimant} as says) m where ${isOtherClaimant(sql`m.says`)} union all`
  const found = await tx.query<Contradiction & { rowno: number }>(sql`
    select l.rowno, l.claim_number, l.line_no, v.field, v.claim_says, v.line_says
      from (select x.*, ${organizationId}::bigint as organization_id, max(x.currency) over same as first_currency${isIncoming ? sql`, max(x.claimant) over same as first_claimant` : sql``}
              from (${linesOf(names)}) x window same as (partition by x.claim_number)) l
      left join ${kind.header} h on h.organization_id = l.organization_id and h.claim_number = l.claim_number
     cross join lateral (${isIncoming ? byClaimant : sql``}
       select 'currency', coalesce(h.currency, l.first_currency), l.currency where l.currency <> coalesce(h.currency, l.first_currency)) v(field, claim_says, line_says)
     order by l.rowno`)
  return found.map((one) => ({
    rowno: one.rowno,
    field: one.field,
    message: wordsOf(one),
    brief: briefly[one.field],
  }))
}
