import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Outcome } from '../engine/each-record.ts'
import { folderStore } from '../engine/files/file-store.ts'
import { receiveFile } from '../engine/files/receive-file.ts'
import { demandUse } from '../engine/screen-access.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { editState } from '../contracts/edit-state.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { changeContract } from './change-contract.ts'
import { contractIdOf, namedContract } from './contract-named.ts'
import { approvalActions, approvalStatus } from './approvals.ts'
import { demandDone, screenOpener } from './opened-screen.ts'
import { recordIn } from './record-request.ts'

const day = z.iso.date()
const cloneBody = z.object({
  id: recordNumber,
  contract_number: z.string().min(1).max(30),
  contract_header: z.string().max(120).optional(),
  valid_from: day,
  valid_to: day,
})

const fileQuery = namedContract.and(
  z.object({
    kind: z.enum(['agreement', 'amendment', 'offer', 'letter', 'other']).default('agreement'),
    note: z.string().max(200).optional(),
  }),
)

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
  const { db, config } = services
  const open = screenOpener(services)

  app.get('/api/contracts/is-editable', async (request) => {
    const id = await contractIdOf(db, request.caller, parseInput(namedContract, request.query))
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
    const id = await contractIdOf(db, request.caller, parseInput(namedContract, body))
    const { contract_number: _number, contract_id: _id, id: _own, row_version: _version, ...wanted } = body
    const { api } = await open(request, 'contract')
    const { open_change: known, contract_number: name, approval_status: status } = await api.one(id)
    if (known)
      throw new AppError('WRONG_STATE', { message: `${String(name)} is being changed by ${String(known)} already.` })
    if (status !== 'approved')
      throw new AppError('WRONG_STATE', { message: `${String(name)} is not approved yet, so it is changed itself.` })
    const { record } = await changeContract(open, request, id, wanted)
    const message = await said(services, request.caller, 'contract-change-request', 'created')
    return reply.code(201).send({ response: record, message })
  })

  app.post('/api/file-upload', async (request, reply) => {
    const { kind, note, ...asked } = parseInput(fileQuery, request.query)
    const id = await contractIdOf(db, request.caller, asked)
    const { api, screen } = await open(request, 'contract')
    const { documents, row_version } = await api.one(id)
    demandUse(request.caller, screen, 'update')
    const part = await request.file({ limits: { fileSize: config.fileLimit + 1 } })
    if (!part) throw new AppError('BAD_REQUEST', { message: 'A file is needed.' })
    const field = screen.fields.find(({ name: one }) => one === 'documents')!.fields![0]!
    const target = { screen: 'contract', field, limit: Math.min(field.maxBytes ?? Infinity, config.fileLimit) }
    const store = folderStore(config.filesDir)
    const document = await receiveFile(
      { db, store },
      request.caller,
      { content: part.file, name: part.filename },
      target,
    )
    const kept = (documents ?? []) as readonly object[]
    const record = await api.update(id, { row_version, documents: [...kept, { document, kind, note }] })
    return reply.code(201).send({ response: record, message: screen.messages.uploaded })
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
    const message = await said(services, request.caller, 'contract', 'updated')
    if (contract_status === undefined) return { response, message }
    const left = new Set([...contracts.failed, ...contracts.skipped].map(({ id }) => id))
    const moved = contract_ids.filter((id) => !left.has(id))
    const { act } = await open(request, 'contract')
    const status = moved.length > 0 ? await act('change-status', moved, { contract_status }) : nothing
    return {
      response: { ...response, failed: [...response.failed, ...status.failed] },
      message,
    }
  })
}
