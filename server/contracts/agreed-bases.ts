import type { HookContext } from '../engine/hooks.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'

/** Where rules stand that may name a sales basis, and whether what they say there is agreed, or about to be. */
const ruledTables: readonly { readonly table: string; readonly isAgreed: Sql }[] = [
  { table: 'contract', isAgreed: sql`t.approval_status in ('submit_approval', 'approved')` },
  { table: 'contract_version', isAgreed: sql`true` },
  {
    table: 'contract_change_request',
    isAgreed: sql`t.approval_status = 'submit_approval'`,
  },
]

/** Whether a rule of the row `t` names a sales basis. */
const namesBasisSql = (basis: Sql): Sql =>
  sql`t.rules @> jsonb_build_array(jsonb_build_object('sales_basis', ${basis}))`

/** Why what a sales basis counts cannot change: contracts that name it are agreed on; null where none is. */
export async function agreedMessage({ tx, caller }: HookContext, basis: string): Promise<string | null> {
  const each = ruledTables.map(
    ({ table, isAgreed }) => sql`
      select t.contract_number from ${id(table)} t
       where t.organization_id = ${caller.organizationId} and ${isAgreed} and ${namesBasisSql(sql`${basis}::text`)}`,
  )
  const found = await tx.query<{ contract_number: string; count: number }>(sql`
    select c.contract_number, count(*) over ()::int as count from (${join(each, ' union ')}) c order by c.contract_number limit 3`)
  const [first] = found
  if (!first) return null
  const numbers = found.map((one) => one.contract_number).join(', ')
  const others = first.count > found.length ? ` and ${first.count - found.length} more` : ''
  return `${basis} is what ${numbers}${others} agreed on, so what counts stays. Make a new sales basis, and name it in a change of the contract.`
}
