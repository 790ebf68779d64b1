import type { Screen } from '#src/definition'
import { termIssues } from '../contracts/checks.ts'
import { duplicateDoubt } from '../contracts/duplicates.ts'
import { postedCurrencyIssues } from '../contracts/posted-currency.ts'
import { contractRemarks } from '../contracts/remarks.ts'
import { readBases, withProposed } from '../contracts/sales-bases.ts'
import { keepVersion } from '../contracts/versions.ts'
import { isContent } from '../engine/approval/content.ts'
import { attributedIn } from '../engine/field-layers/attributed.ts'
import { demandReadable } from '../engine/eligibility/readable.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import { changedValues } from '../engine/write-check.ts'
import { AppError, type Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What is wrong with the terms of a contract that `values` make of `current`, and stood as `before`; rules that count by a sales basis and
 * name none take the proposed one.
 */
export async function settledTerms(
  { tx, caller }: HookContext,
  screens: readonly Screen[],
  values: Record<string, unknown>,
  { current, before }: { readonly current: Values | null; readonly before: Values | null },
): Promise<Issue[]> {
  const all = await readBases(tx, caller.organizationId)
  if (values['rules']) values['rules'] = withProposed({ ...current, ...values }, all)
  const attributed = await attributedIn(tx, caller.organizationId, screens)
  const next = { ...current, ...values }
  return [
    ...termIssues(next, attributed, { all, before, areLookedUp: true }),
    ...(await postedCurrencyIssues({ tx, caller }, next, before)),
  ]
}

/** What holds for the content of every contract, whoever writes it. */
export const contractRules = (screens: readonly Screen[]): RecordHooks => ({
  beforeWrite: (context, values, current) => {
    const next: Values = { ...current, ...values }
    // Somebody was told of another end, or decided.
    if (
      current?.['renewal_asked'] &&
      ['valid_to', 'renewal'].some((name) => name in values && values[name] !== current[name])
    )
      values['renewal_asked'] = null
    values['partner_number'] = next[`partner_${String(next['partner_type'])}`] ?? null
    return settledTerms(context, screens, values, { current, before: current })
  },
})

const termsOf = (record: Values | null): readonly Values[] => (record?.['eligibility'] ?? []) as readonly Values[]

/** FIELD_DENIED for terms that the caller adds over what the caller may not see; what stood in `before` may stay. */
export async function demandReadableTerms(
  { tx, caller }: HookContext,
  screens: readonly Screen[],
  values: Values,
  before: Values | null,
): Promise<void> {
  const asked = termsOf(values)
  if (asked.length === 0) return
  demandReadable(caller, await attributedIn(tx, caller.organizationId, screens), asked, termsOf(before))
}

/** Another contract of the same partner and application holds on some of the same days. */
const overlapsSql = sql`exists (
  select from contract o where o.organization_id = t.organization_id and o.id <> t.id and o.partner_number = t.partner_number
     and o.application_type = t.application_type and o.valid_from <= t.valid_to and o.valid_to >= t.valid_from
     and o.contract_status not in ('Terminated', 'Archived') and t.contract_status not in ('Terminated', 'Archived'))`

/** Contracts: tiers without gaps, shares that add up, and what was approved is changed by change requests only. */
export const contractHooks = ({ screens }: Pick<SessionServices, 'screens'>): Record<'contract', RecordHooks> => ({
  contract: {
    beforeWrite: async (context, values, current) => {
      await demandReadableTerms(context, screens, values, current)
      const issues = (await contractRules(screens).beforeWrite?.(context, values, current)) ?? []
      if (current?.['approval_status'] !== 'approved') return issues
      const { screen } = context
      const [changed] = Object.keys(changedValues(screen, current, values)).filter((name) => isContent(screen, name))
      if (changed === undefined) return issues
      const message = `${String(current['contract_number'])} is approved. Press Change: the change is approved and becomes its next version.`
      return [...issues, { path: [changed], code: 'approved', message }]
    },
    filters: { overlap: (value) => (value === 'true' ? overlapsSql : null) },
    doubts: duplicateDoubt,
    remarks: contractRemarks,
    afterDecision: async (context, record, status) => {
      if (status !== 'approved') return
      const place = (record['decided_for'] ?? null) as string | null
      await keepVersion(context, record.id, { reason: null, request: null, place })
    },
    beforeDelete: async ({ tx, caller }, records) => {
      const numbers = records.map((record) => String(record['contract_number']))
      const [posted] = await tx.query<{ contract_number: string }>(sql`
        select contract_number from financial_posting
         where organization_id = ${caller.organizationId} and contract_number = any(${numbers}::text[]) limit 1`)
      if (posted)
        throw new AppError('WRONG_STATE', {
          message: `${posted.contract_number} has postings and stays; set it to Terminated instead.`,
        })
      await tx.query(sql`
        delete from contract_change_request t where t.organization_id = ${caller.organizationId} and t.contract_number = any(${numbers}::text[])`)
      await tx.query(sql`
        delete from contract_version t where t.organization_id = ${caller.organizationId} and t.contract_number = any(${numbers}::text[])`)
    },
  },
})
