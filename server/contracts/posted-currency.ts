import type { HookContext } from '../engine/hooks.ts'
import type { Issue } from '../errors.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What keeps a contract from becoming one in another currency: something stands posted of it, which no amount in the other one is ever held
 * against.
 */
export async function postedCurrencyIssues(
  { tx, caller }: Pick<HookContext, 'tx' | 'caller'>,
  next: Values,
  before: Values | null,
): Promise<Issue[]> {
  const currency = String(next['currency'])
  if (!before || before['currency'] === currency) return []
  const [posted] = await tx.query<{ currency: string }>(sql`
    select f.currency from financial_posting f
     where f.organization_id = ${caller.organizationId} and f.contract_number = ${String(before['contract_number'])} and f.status <> 'rejected'
       and f.currency <> ${currency}
     group by f.currency, f.source_key, f.posting_type in ('Accrual', 'Accrual Reversal') having sum(f.amount) <> 0 limit 1`)
  if (!posted) return []
  const message = `It was posted in ${posted.currency}. Take those postings back first, or agree on ${currency} in a new contract`
  return [{ path: ['currency'], code: 'posted', message }]
}
