import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createCommands } from '../commands/index.ts'
import { approvalLevels } from '../engine/approval/approvers.ts'
import type { Outcome } from '../engine/each-record.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { runAction } from './run-action.ts'

/** The action by which a record comes into a state of approval. */
export const approvalActions = {
  submit_approval: 'submit-approval',
  approved: 'approve',
  rejected: 'reject',
  'Issue Resolution': 'question',
  new_changes: 'withdraw',
} as const

export const approvalStatus = z.enum(['submit_approval', 'approved', 'rejected', 'Issue Resolution', 'new_changes'])

const bulk = z.object({
  exception_ids: z.array(recordNumber).min(1).max(10_000),
  approval_status: approvalStatus,
  notes: z.string().max(2000).optional(),
})

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
  const hooks = createHooks(services.session)
  const commands = { ...createCommands(services.session), ...services.commands }

  app.post('/api/approval-request/bulk-approval/exception', async ({ caller, body }) => {
    const { exception_ids: ids, approval_status: wanted, notes } = parseInput(bulk, body)
    const screens = await screensOf(services, caller)
    const screen = await effectiveScreen(services, caller, 'incentive-override')
    const records = { ...services, screens, hooks, commands }
    const given = { ids, parameters: notes === undefined ? {} : { note: notes } }
    const api = new RecordApi(records, screen, caller)
    const answer = await runAction(records, api, screen, { caller, body: given }, approvalActions[wanted])
    const { done, failed, skipped } = answer.response as Outcome
    if (done === 0)
      throw new AppError('WRONG_STATE', {
        message: failed[0]?.message ?? skipped[0]?.reason ?? 'None of them is in a state in which this is possible.',
        details: answer.response,
      })
    return answer
  })

  app.get('/api/approval-level', async ({ caller, query }) => {
    const { document_type: document, application_type: application, amount, currency } = parseInput(asked, query)
    const found = { document, application: application ?? null, amount: amount ?? null, currency: currency ?? null }
    const levels = await db.tenant(caller, (tx) => approvalLevels(tx, caller, found), { readOnly: true })
    return { response: { records: levels, total_record: levels.length } }
  })
}
