import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Outcome } from '../engine/each-record.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { approvalActions, approvalStatus } from './approvals.ts'
import { changeContract } from './change-contract.ts'
import { demandDone, screenOpener } from './opened-screen.ts'
import { recordIn } from './record-request.ts'

const family = { contract: 'pricing-contract', request: 'pricing-contract-change' }

const named = z.union([
  z.object({ contract_id: recordNumber }),
  z.object({ contract_number: z.string().min(1).max(30) }),
])
const asked = z.union([
  z.object({ id: z.union([recordNumber.transform((id) => [id]), z.array(recordNumber).min(1).max(1000)]) }),
  z.object({ request_number: z.string().min(1).max(20) }),
])

const ids = z.array(recordNumber).max(10_000).default([])
const bulkBody = z
  .object({
    contract_ids: ids,
    update_contract_ids: ids,
    approval_status: approvalStatus,
    notes: z.string().max(2000).optional(),
  })
  .refine((body) => body.contract_ids.length + body.update_contract_ids.length > 0, {
    path: ['contract_ids'],
    error: 'Choose the contracts or change requests first.',
  })

const nothing: Outcome = { done: 0, failed: [], skipped: [], given: [] }

/** What is done with price requests and pricing contracts beside the calls every screen has. */
export function pricingContractRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)

  app.post('/api/pricing/price-request/validate', async (request) => {
    const wanted = parseInput(asked, request.body)
    const { api, act, screen } = await open(request, 'price-request')
    const chosen =
      'id' in wanted
        ? wanted.id
        : (await api.list({ request_number: wanted.request_number })).records.map(({ id }) => id)
    if (chosen.length === 0) throw new AppError('NOT_FOUND', { message: 'There is no such price request.' })
    demandDone(await act('validate', chosen))
    const records = await Promise.all(chosen.map((id) => api.one(id)))
    const message = screen.actions.find(({ name }) => name === 'validate')!.message
    return { response: { records, total_record: records.length }, message }
  })

  app.post('/api/pricing/contracts/update-request', async (request, reply) => {
    const body = recordIn(request.body)
    const about = parseInput(named, body)
    const { contract_number: _number, contract_id: _id, id: _own, row_version: _version, ...wanted } = body
    const { api } = await open(request, family.contract)
    const contract =
      'contract_id' in about
        ? await api.one(about.contract_id)
        : (await api.list({ contract_number: about.contract_number })).records[0]
    if (!contract) throw new AppError('NOT_FOUND', { message: 'There is no such pricing contract.' })
    const { open_change: known, contract_number: name, approval_status: status } = contract
    if (known)
      throw new AppError('WRONG_STATE', { message: `${String(name)} is being changed by ${String(known)} already.` })
    if (status !== 'approved')
      throw new AppError('WRONG_STATE', { message: `${String(name)} is not approved yet, so it is changed itself.` })
    const { record } = await changeContract(open, request, contract.id, wanted, family)
    const message = await said(services, request.caller, family.request, 'created')
    return reply.code(201).send({ response: record, message })
  })

  app.post('/api/approval-request/bulk-approval/pricing_contract', async (request) => {
    const { contract_ids, update_contract_ids, approval_status, notes } = parseInput(bulkBody, request.body)
    const note = notes === undefined ? {} : { note: notes }
    const move = async (name: string, chosen: readonly number[]): Promise<Outcome> =>
      chosen.length === 0 ? nothing : (await open(request, name)).act(approvalActions[approval_status], chosen, note)
    const contracts = await move(family.contract, contract_ids)
    const changes = await move(family.request, update_contract_ids)
    const response: Outcome = {
      done: contracts.done + changes.done,
      failed: [...contracts.failed, ...changes.failed],
      skipped: [...contracts.skipped, ...changes.skipped],
      given: [],
    }
    demandDone(response)
    return { response, message: await said(services, request.caller, family.contract, 'updated') }
  })
}
