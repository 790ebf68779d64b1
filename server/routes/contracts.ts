import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Outcome } from '../engine/each-record.ts'
import { AppError } from '../errors.ts'
import { editState } from '../contracts/edit-state.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'
import { approvalActions, approvalStatus } from './approvals.ts'
import { demandDone, screenOpener } from './opened-screen.ts'
import { recordIn } from './record-request.ts'

const day = z.iso.date()
const named = z
  .object({
    id: recordNumber.optional(),
    contract_id: recordNumber.optional(),
    contract_number: z.string().max(30).optional(),
  })
  .refine((one) => one.id ?? one.contract_id ?? one.contract_number, {
    path: ['contract_number'],
    error: 'Say which contract: by id or by number.',
  })

const cloneBody = z.object({
  id: recordNumber,
  contract_number: z.string().min(1).max(30),
  contract_header: z.string().max(120).optional(),
  valid_from: day,
  valid_to: day,
})

const ids = z.array(recordNumber).max(10_000).default([])
const bulkBody = z
  .object({
    contract_ids: ids,
    update_contract_ids: ids,
    approval_status: approvalStatus,
    notes: z.string().max(2000).optional(),
    contract_status: z.enum(['Draft', 'Active', 'Expired', 'Terminated', 'Archived']).optional(),
  })
  .refine((body) => body.contract_ids.length + body.update_contract_ids.length > 0, {
    path: ['contract_ids'],
    error: 'Choose the contracts or change requests first.',
  })

const nothing: Outcome = { done: 0, failed: [], skipped: [], given: [] }

/** What is done with contracts beside the calls every screen has. */
export function contractRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)

  const contractId = async (caller: { organizationId: number; userId: number }, asked: z.output<typeof named>) => {
    if (asked.id ?? asked.contract_id) return (asked.id ?? asked.contract_id)!
    const [row] = await db.tenant(
      caller,
      (tx) =>
        tx.query<{ id: number }>(sql`
          select t.id from contract t where t.organization_id = ${caller.organizationId} and t.contract_number = ${asked.contract_number!}`),
      { readOnly: true },
    )
    if (!row) throw new AppError('NOT_FOUND')
    return row.id
  }

  app.get('/api/contracts/is-editable', async (request) => {
    const id = await contractId(request.caller, parseInput(named, request.query))
    const { api } = await open(request, 'contract')
    const contract = await api.one(id)
    return {
      response: await db.tenant(request.caller, (tx) => editState(tx, request.caller, contract), { readOnly: true }),
    }
  })

  app.post('/api/contracts/clone', async (request, reply) => {
    const { id, ...parameters } = parseInput(cloneBody, request.body)
    const { api, act } = await open(request, 'contract')
    const outcome = await act('clone', [id], parameters)
    demandDone(outcome)
    const { records } = await api.list({ contract_number: parameters.contract_number })
    return reply.code(201).send({ response: records[0], message: 'Contract cloned successfully' })
  })

  app.post('/api/contracts/update-request', async (request, reply) => {
    const body = recordIn(request.body)
    const id = await contractId(request.caller, parseInput(named, body))
    const { contract_number: _number, contract_id: _id, id: _own, reason, row_version: _version, ...changes } = body
    const contracts = await open(request, 'contract')
    const requests = await open(request, 'contract-change-request')
    const { open_change: known, contract_number: name } = await contracts.api.one(id)
    if (known)
      throw new AppError('WRONG_STATE', { message: `${String(name)} is being changed by ${String(known)} already.` })
    demandDone(await contracts.act('request-change', [id], { reason }))
    const { open_change: number } = await contracts.api.one(id)
    const { records } = await requests.api.list({ request_number: String(number) })
    const [made] = records
    try {
      const response = await requests.api.update(made!.id, changes)
      return await reply.code(201).send({ response, message: requests.screen.messages.created })
    } catch (error) {
      // What cannot be asked for leaves nothing behind.
      await requests.api.remove(made!.id)
      throw error
    }
  })

  app.post('/api/approval-request/bulk-approval/contract', async (request) => {
    const { contract_ids, update_contract_ids, approval_status, notes, contract_status } = parseInput(
      bulkBody,
      request.body,
    )
    const note = notes === undefined ? {} : { note: notes }
    const move = async (name: string, chosen: readonly number[]): Promise<Outcome> =>
      chosen.length === 0 ? nothing : (await open(request, name)).act(approvalActions[approval_status], chosen, note)
    const contracts = await move('contract', contract_ids)
    const changes = await move('contract-change-request', update_contract_ids)
    const response: Outcome = {
      done: contracts.done + changes.done,
      failed: [...contracts.failed, ...changes.failed],
      skipped: [...contracts.skipped, ...changes.skipped],
      given: [],
    }
    demandDone(response)
    if (contract_status === undefined) return { response, message: 'Successfully updated' }
    const left = new Set([...contracts.failed, ...contracts.skipped].map(({ id }) => id))
    const moved = contract_ids.filter((id) => !left.has(id))
    const { act } = await open(request, 'contract')
    const status = moved.length > 0 ? await act('change-status', moved, { contract_status }) : nothing
    return {
      response: { ...response, failed: [...response.failed, ...status.failed] },
      message: 'Successfully updated',
    }
  })
}
