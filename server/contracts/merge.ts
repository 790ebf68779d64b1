import { contractRules } from '../hooks/contracts.ts'
import { pricingContractRules } from './pricing-rules.ts'
import { writeHistory } from '../engine/history.ts'
import type { Row } from '../engine/page.ts'
import { changesOf, storeChanges, updateLocked } from '../engine/write.ts'
import { changedValues, type Values, type WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { contentOf, familyOf, keepVersion, lockContract, noteOnContract, screenOf } from './versions.ts'

/** What a change request says of the content of its contract. */
export const requested = (context: WriteContext, request: Values): Values =>
  Object.fromEntries(contentOf(context, 'request').map(({ name }) => [name, request[name] ?? null]))

/** Writes what only the product itself writes into a change request. */
async function noteOnRequest(context: WriteContext, request: Row, values: Values): Promise<void> {
  const changed = changedValues(context.screen, request, values)
  await storeChanges(context, [request.id], changed)
  await writeHistory(context.tx, context.screen, context.caller, request.id, 'update', changesOf(request, changed))
}

/** Closes a change request; its contract is free for the next one. */
export async function closeRequest(context: WriteContext, request: Row, newVersion: number | null): Promise<void> {
  const contractId = Number(request['update_contract_id'])
  await noteOnContract(context, contractId, 'open_change', null)
  await noteOnContract(context, contractId, 'is_update_approval_contract', false)
  await noteOnRequest(context, request, {
    update_request_closed: true,
    closed_at: new Date().toISOString(),
    ...(newVersion === null ? {} : { new_version: newVersion }),
  })
}

/** Makes an approved change request the next version of its contract; WRONG_STATE when the contract has become another one since. */
export async function mergeRequest(context: WriteContext, request: Row): Promise<void> {
  const contract = await lockContract(context, Number(request['update_contract_id']))
  if (Number(contract['version'] ?? 1) !== Number(request['base_version']))
    throw new AppError('WRONG_STATE', {
      message: `${String(contract['contract_number'])} has become version ${String(contract['version'])} since. Return the request, so that the newest version is taken over.`,
    })
  const { contract: name } = familyOf(context)
  const hooks = name === 'contract' ? contractRules(context.screens) : pricingContractRules
  const onContract = { ...context, screen: screenOf(context, name), hooks, asksBack: false }
  await updateLocked(onContract, contract, { ...requested(context, request) })
  const version = await keepVersion(context, contract.id, {
    reason: String(request['reason']),
    request: String(request['request_number']),
    place: (request['decided_for'] ?? null) as string | null,
  })
  await closeRequest(context, request, version)
}
