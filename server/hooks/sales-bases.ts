import { countingFields, partsOf, type BasisPart, type SalesBasisTerm } from '../calculation/sales-basis.ts'
import { agreedMessage } from '../contracts/agreed-bases.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { changedValues } from '../engine/write-check.ts'
import type { Issue } from '../errors.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

/** What counts was agreed on with the contracts that name the basis: it stays as it is. */
async function lockedIssues(context: HookContext, values: Values, current: Row): Promise<Issue[]> {
  const changed = changedValues(context.screen, current, { ...values })
  const [field] = countingFields.filter((name) => name in changed)
  if (field === undefined) return []
  const message = await agreedMessage(context, String(current['sales_basis']))
  return message === null ? [] : [{ path: [field], code: 'approved', message }]
}

/** Parts that are mapped, and that the basis would not have any more, would count for nothing. */
async function strandedIssues({ tx, caller }: HookContext, next: Values, current: Row): Promise<Issue[]> {
  const amount = next['amount'] as SalesBasisTerm['amount']
  if (!(amount in partsOf)) return []
  const gone = partsOf[current['amount'] as SalesBasisTerm['amount']].filter((part) => !partsOf[amount].includes(part))
  if (gone.length === 0) return []
  const [mapped] = await tx.query<{ basis_part: BasisPart }>(sql`
    select t.basis_part from sales_data_map t
     where t.organization_id = ${caller.organizationId} and t.sales_basis = ${String(current['sales_basis'])} and t.basis_part = any(${gone}::text[])
     order by t.basis_part limit 1`)
  if (!mapped) return []
  const message = `Its ${mapped.basis_part === 'amount' ? 'value' : mapped.basis_part} is mapped to a field: delete the basis mapping first`
  return [{ path: ['amount'], code: 'invalid', message }]
}

/** Two that are proposed for the same contracts would leave open which of them is taken. */
async function proposedIssues({ tx, caller }: HookContext, next: Values, current: Row | null): Promise<Issue[]> {
  if (next['is_default'] !== true || next['status'] !== 'active') return []
  const types = (next['application_types'] ?? []) as readonly string[]
  const [other] = await tx.query<{ sales_basis: string }>(sql`
    select t.sales_basis from sales_basis t
     where t.organization_id = ${caller.organizationId} and t.id is distinct from ${current?.id ?? null}::bigint and t.is_default and t.status = 'active'
       and t.source_data_type = ${next['source_data_type'] as string}
       and (coalesce(t.application_types, '{}') && ${[...types]}::text[] or cardinality(coalesce(t.application_types, '{}')) = 0 and ${types.length === 0}::boolean)
       and coalesce(t.valid_from, '-infinity') <= coalesce(${next['valid_to'] ?? null}::date, 'infinity')
       and coalesce(t.valid_to, 'infinity') >= coalesce(${next['valid_from'] ?? null}::date, '-infinity')
     order by t.sales_basis limit 1`)
  if (!other) return []
  return [{ path: ['is_default'], code: 'invalid', message: `${other.sales_basis} is proposed for the same contracts` }]
}

/** Sales bases: what contracts agreed on stays. */
export const salesBasisHooks: Record<'sales-basis', RecordHooks> = {
  'sales-basis': {
    beforeWrite: async (context, values, current) => [
      ...(current ? await lockedIssues(context, values, current) : []),
      ...(current ? await strandedIssues(context, { ...current, ...values }, current) : []),
      ...(await proposedIssues(context, { ...current, ...values }, current)),
    ],
  },
}
