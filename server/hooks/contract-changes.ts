import { closeRequest, mergeRequest } from '../contracts/merge.ts'
import { contractDifferences, ensureVersion, familyOf, noteOnContract, screenOf } from '../contracts/versions.ts'
import { selectList } from '../engine/columns.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { AppError, type Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'
import { id, sql } from '../store/sql.ts'
import { demandReadableTerms, settledTerms } from './contracts.ts'

type Services = Pick<SessionServices, 'screens'>

async function contractNamed(context: HookContext, services: Services, number: unknown): Promise<Row | null> {
  const { tx, caller } = context
  const { fields, table } = screenOf(services, familyOf(context).contract)
  const [row] = await tx.query<Row>(sql`
    select ${selectList(fields)} from ${id(table!.name)} t
     where t.organization_id = ${caller.organizationId} and t.contract_number = ${number as string} for update`)
  return row ?? null
}

const issue = (path: string, message: string): Issue[] => [{ path: [path], code: 'state', message }]

/** Why an approved contract cannot be changed by a new request now. */
function startIssues(contract: Row): Issue[] {
  const number = String(contract['contract_number'])
  if (contract['open_change'])
    return issue('contract_number', `${number} is being changed by ${String(contract['open_change'])} already`)
  if (contract['approval_status'] !== 'approved')
    return issue('contract_number', `${number} is not approved yet, so it is changed itself`)
  return []
}

/** Looks at what a change request makes of its contract, and may complete it. */
export type ChangeCheck = (
  context: HookContext,
  values: Record<string, unknown>,
  about: { readonly current: Row | null; readonly contract: Row },
) => Promise<readonly Issue[]>

/** Change requests: what they change is told at every save; approved, they become the next version of their contract. */
export const changeRequestHooks = (services: Services, check: ChangeCheck): RecordHooks => ({
  beforeWrite: async (context, values, current) => {
    const next: Record<string, unknown> = { ...current, ...values }
    const contract = await contractNamed(context, services, next['contract_number'])
    if (!contract) return issue('contract_number', 'There is no such contract')
    if (current?.['update_request_closed'] === true)
      return issue('reason', 'This request is closed. A new one changes the contract again.')
    const start = current ? [] : startIssues(contract)
    if (start.length > 0) return start
    if (!current) {
      values['base_version'] = await ensureVersion({ ...context, ...services }, contract)
      values['update_contract_id'] = contract.id
      values['update_request_closed'] = false
    }
    const issues = await check(context, values, { current, contract })
    const names = new Set(context.screen.fields.map(({ name }) => name))
    const changes = contractDifferences({ ...services, screen: context.screen }, contract, {
      ...contract,
      ...current,
      ...values,
    }).filter(({ field }) => names.has(field))
    values['changes'] = changes.map(({ place, old_value, new_value }) => ({ place, old_value, new_value }))
    values['change_count'] = changes.length
    return issues
  },
  afterWrite: async (context, record, current) => {
    if (!current)
      await noteOnContract(
        { ...context, ...services },
        Number(record['update_contract_id']),
        'open_change',
        String(record['request_number']),
      )
  },
  afterDecision: async (context, record, status) => {
    const contractId = Number(record['update_contract_id'])
    if (status === 'submit_approval') {
      if (Number(record['change_count'] ?? 0) === 0)
        throw new AppError('WRONG_STATE', { message: 'It changes nothing yet. Edit it first.' })
      return noteOnContract(context, contractId, 'is_update_approval_contract', true)
    }
    if (status === 'approved') return mergeRequest(context, record)
    if (status === 'rejected') return closeRequest(context, record, null)
    return noteOnContract(context, contractId, 'is_update_approval_contract', false)
  },
  beforeDelete: async (context, records) => {
    const merged = records.find((record) => record['new_version'] !== null && record['new_version'] !== undefined)
    if (merged)
      throw new AppError('WRONG_STATE', {
        message: `${String(merged['request_number'])} became version ${String(merged['new_version'])} of its contract and stays.`,
      })
    for (const record of records.filter((one) => one['update_request_closed'] !== true))
      await noteOnContract({ ...context, ...services }, Number(record['update_contract_id']), 'open_change', null)
  },
})

/** Change requests of contracts about rebates and their like. */
export const contractChangeHooks = (services: Services): Record<'contract-change-request', RecordHooks> => ({
  'contract-change-request': changeRequestHooks(services, async (context, values, { current, contract }) => {
    await demandReadableTerms(context, services.screens, values, current ?? contract)
    const next: Record<string, unknown> = { ...current, ...values }
    values['partner_number'] = next[`partner_${String(next['partner_type'])}`] ?? null
    return settledTerms(context, services.screens, values, { current: { ...contract, ...current }, before: contract })
  }),
})
