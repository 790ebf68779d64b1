import { partsOf, type BasisPart, type SalesBasisTerm } from '../calculation/sales-basis.ts'
import { agreedMessage } from '../contracts/agreed-bases.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import { changedValues } from '../engine/write-check.ts'
import { AppError, type Issue } from '../errors.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

const words: Readonly<Record<BasisPart, string>> = { amount: 'value', quantity: 'quantity', cost: 'cost' }

/** A part that the basis is not made of would change nothing. */
async function partIssues({ tx, caller }: HookContext, next: Values): Promise<Issue[]> {
  const [basis] = await tx.query<Pick<SalesBasisTerm, 'amount'>>(sql`
    select t.amount from sales_basis t
     where t.organization_id = ${caller.organizationId} and t.sales_basis = ${next['sales_basis'] as string}`)
  const part = next['basis_part'] as BasisPart
  if (!basis || !(part in words) || partsOf[basis.amount].includes(part)) return []
  const has = partsOf[basis.amount].map((one) => words[one]).join(' and ')
  const message = `${String(next['sales_basis'])} has no ${words[part]}, but ${has}`
  return [{ path: ['basis_part'], code: 'invalid', message }]
}

const decisive = ['source_field', 'factor', 'status']

/** Parts of a sales basis come from other fields of a line, as long as no contract has agreed on what counts. */
export const salesDataMapHooks: Record<'sales-data-map', RecordHooks> = {
  'sales-data-map': {
    beforeWrite: async (context, values, current) => {
      const next: Values = { ...current, ...values }
      const changed = current ? changedValues(context.screen, current, { ...values }) : next
      if (!current) {
        const issues = await partIssues(context, next)
        if (issues.length > 0) return issues
      }
      if (!decisive.some((name) => name in changed)) return []
      const message = await agreedMessage(context, String(next['sales_basis']))
      return message === null ? [] : [{ path: ['source_field'], code: 'approved', message }]
    },
    beforeDelete: async (context, records) => {
      for (const basis of new Set(records.map((record) => String(record['sales_basis'])))) {
        const message = await agreedMessage(context, basis)
        if (message !== null) throw new AppError('WRONG_STATE', { message })
      }
    },
  },
}
