import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

interface Match {
  readonly posting_number: string | null
  readonly match_status: 'unmatched' | 'differs' | 'matched'
  readonly difference: string | null
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value)

// What was taken back before it was posted never reached another system; what was taken back afterwards stands there, beside its opposite.
const inLedgerOrOpen = sql`f.status <> 'rejected' and (f.status <> 'reversed' or f.posted_at is not null)`

/**
 * Our posting that one of another system stands for: the one it names, else the one posted under its document, else the one of the
 * same contract, payee, type and amount that nothing else stands for. Ours in the amount's own sign; `difference` is theirs less ours.
 */
export async function matchOf(tx: Pick<Tx, 'query'>, organizationId: number, values: Values): Promise<Match> {
  const text = (name: string) => textOf(values[name])
  const [found] = await tx.query<{ posting_number: string; difference: string }>(sql`
    select f.posting_number, (${text('amount')}::numeric - f.amount)::text as difference
      from financial_posting f
     where f.organization_id = ${organizationId} and ${inLedgerOrOpen} and f.currency = ${text('currency')}
       and (f.posting_number = ${text('posting_number')} or (${text('posting_number')}::text is null and (
             f.external_reference = ${text('external_document')}
             or (f.contract_number = ${text('contract_number')} and f.payee = ${text('payee')} and f.posting_type = ${text('posting_type')}
                 and f.amount = ${text('amount')}::numeric and not exists (
                   select from external_posting e where e.organization_id = f.organization_id and e.posting_number = f.posting_number
                      and (e.external_document, e.source_system) is distinct from (${text('external_document')}::text, ${text('source_system')}::text))))))
     order by (f.posting_number = ${text('posting_number')}) desc nulls last, (f.external_reference = ${text('external_document')}) desc nulls last, f.posting_date, f.id
     limit 1`)
  if (!found) return { posting_number: text('posting_number'), match_status: 'unmatched', difference: null }
  const differs = Number(found.difference) !== 0
  return {
    posting_number: found.posting_number,
    match_status: differs ? 'differs' : 'matched',
    difference: differs ? found.difference : '0',
  }
}
