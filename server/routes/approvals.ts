import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { approvalLevels } from '../engine/approval/approvers.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { demandDone, screenOpener } from './opened-screen.ts'

/** The action by which a record comes into a state of approval. */
export const approvalActions = {
  submit_approval: 'submit-approval',
  approved: 'approve',
  rejected: 'reject',
  'Issue Resolution': 'question',
  new_changes: 'withdraw',
} as const

export const approvalStatus = z.enum(['submit_approval', 'approved', 'rejected', 'Issue Resolution', 'new_changes'])

const numbers = z.array(recordNumber).min(1).max(10_000)
const decision = { approval_status: approvalStatus, notes: z.string().max(2000).optional() }
const exceptions = z.object({ exception_ids: numbers, ...decision })
const postings = z.object({ financial_posting_ids: numbers, ...decision })
const requestDecision = z.object({
  id: z.union([recordNumber.transform((id) => [id]), numbers]),
  approve: z.boolean(),
  notes: z.string().max(2000).optional(),
})
const requests = z.object({ ids: numbers })

const asked = z.object({
  document_type: z.string().max(60),
  application_type: z.string().max(60).optional(),
  amount: z
    .string()
    .regex(/^-?\d{1,14}(\.\d{1,4})?$/)
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})

/** Decisions about many records at once, and who would have to approve an amount. */
export function approvalRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)

  /** Runs an action of a screen on records, each told by itself; WRONG_STATE where none of them could be. */
  const decide = async (request: FastifyRequest, screen: string, action: string, ids: number[], notes?: string) => {
    const { act, screen: known } = await open(request, screen)
    const response = await act(action, ids, notes === undefined ? {} : { note: notes })
    demandDone(response)
    return { response, message: known.messages.updated }
  }

  app.post('/api/approval-request/bulk-approval/exception', (request) => {
    const { exception_ids: ids, approval_status: wanted, notes } = parseInput(exceptions, request.body)
    return decide(request, 'incentive-override', approvalActions[wanted], ids, notes)
  })
  app.post('/api/approval-request/bulk-approval/financial-posting', (request) => {
    const { financial_posting_ids: ids, approval_status: wanted, notes } = parseInput(postings, request.body)
    return decide(request, 'financial-posting', approvalActions[wanted], ids, notes)
  })
  app.post('/api/workflow-status', (request) => {
    const { approve, id: ids, notes } = parseInput(requestDecision, request.body)
    if (!approve && !notes?.trim())
      throw new AppError('VALIDATION', {
        issues: [{ path: ['notes'], code: 'required', message: 'A rejection has a reason' }],
      })
    return decide(request, 'workflow-request', approve ? 'approve' : 'reject', ids, notes)
  })
  app.post('/api/workflow-delete', (request) =>
    decide(request, 'workflow-request', 'withdraw', parseInput(requests, request.body).ids),
  )

  app.get('/api/approval-level', async ({ caller, query }) => {
    const { document_type: document, application_type: application, amount, currency } = parseInput(asked, query)
    const access = services.screens.find(({ approval }) => approval?.document === document)?.approval?.access
    const found = {
      document,
      application: application ?? null,
      amount: amount ?? null,
      currency: currency ?? null,
      ...(access === undefined ? {} : { access }),
    }
    const levels = await db.tenant(caller, (tx) => approvalLevels(tx, caller, found), { readOnly: true })
    return { response: { records: levels, total_record: levels.length } }
  })
}
