import { keepVersion } from '../contracts/versions.ts'
import { lineIssues } from '../contracts/pricing-rules.ts'
import { isContent } from '../engine/approval/content.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { changedValues } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'
import { json, sql } from '../store/sql.ts'
import { changeRequestHooks } from './contract-changes.ts'

type Values = Readonly<Record<string, unknown>>

/** Another contract of the customer has a price of the same material on some of the same days. */
async function otherPrices({ tx, caller }: HookContext, values: Values, current: Row | null) {
  if (
    current &&
    ['lines', 'customer_number', 'valid_from', 'valid_to'].every(
      (name) => JSON.stringify(current[name]) === JSON.stringify(values[name]),
    )
  )
    return null
  const found = await tx.query<{ contract_number: string; contract_header: string; material_number: string }>(sql`
    select distinct c.contract_number, c.contract_header, o.material_number
      from pricing_contract c
     cross join lateral jsonb_to_recordset(c.lines) o (material_number text, valid_from date, valid_to date)
      join jsonb_to_recordset(${json(values['lines'] ?? [])}) n (material_number text, valid_from date, valid_to date) on n.material_number = o.material_number
     where c.organization_id = ${caller.organizationId} and c.id <> ${current?.id ?? 0} and c.customer_number = ${values['customer_number'] as string}
       and c.contract_status in ('Draft', 'Active') and c.approval_status <> 'rejected'
       and coalesce(o.valid_from, c.valid_from) <= coalesce(n.valid_to, ${values['valid_to'] as string}::date)
       and coalesce(o.valid_to, c.valid_to) >= coalesce(n.valid_from, ${values['valid_from'] as string}::date)
     order by 1, 3 limit 20`)
  const [first] = found
  if (!first) return null
  return {
    message: `${first.contract_number} (${first.contract_header}) has a price of ${first.material_number} for the same customer and days already.`,
    details: { duplicates: found },
  }
}

/** Pricing contracts: no two prices for one day, and what was approved is changed by change requests only. */
export const pricingContractHooks = (
  services: Pick<SessionServices, 'screens'>,
): Record<'pricing-contract' | 'pricing-contract-change', RecordHooks> => ({
  'pricing-contract': {
    beforeWrite: async (context, values, current) => {
      const issues = lineIssues({ ...current, ...values })
      if (current?.['approval_status'] !== 'approved') return issues
      const { screen } = context
      const [changed] = Object.keys(changedValues(screen, current, values)).filter((name) => isContent(screen, name))
      if (changed === undefined) return issues
      const message = `${String(current['contract_number'])} is approved. Press Change: the change is approved and becomes its next version.`
      return [...issues, { path: [changed], code: 'approved', message }]
    },
    doubts: otherPrices,
    afterDecision: async (context, record, status) => {
      if (status !== 'approved') return
      const place = (record['decided_for'] ?? null) as string | null
      await keepVersion(context, record.id, { reason: null, request: null, place })
    },
    beforeDelete: async ({ tx, caller }, records) => {
      const running = records.find(
        (record) => record['approval_status'] === 'approved' && record['contract_status'] === 'Active',
      )
      if (running)
        throw new AppError('WRONG_STATE', {
          message: `${String(running['contract_number'])} is in force; set it to Terminated first.`,
        })
      const numbers = records.map((record) => String(record['contract_number']))
      await tx.query(sql`
        delete from pricing_contract_change t where t.organization_id = ${caller.organizationId} and t.contract_number = any(${numbers}::text[])`)
      await tx.query(sql`
        delete from pricing_contract_version t where t.organization_id = ${caller.organizationId} and t.contract_number = any(${numbers}::text[])`)
    },
  },
  'pricing-contract-change': changeRequestHooks(services, (_context, values, { current, contract }) =>
    Promise.resolve(lineIssues({ ...contract, ...current, ...values })),
  ),
})
