import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { approvalStatuses } from '#src/definition/approval.ts'
import { callerScreen, effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'

const text = z.string().max(80).optional()
const named = z.object({ functionality: text, application_type: text })
const states = z.object({ pending: z.enum(['true', 'false']).default('false'), application_type: text })
const wanted = z.object({
  table_name: z.string().min(1).max(80),
  id: recordNumber,
  page: z.number().int().min(1).default(1),
  limit: z.number().int().min(1).max(1_000).default(50),
})

/** What approval workflows are called, how many documents are in which state of approval, and the changes of any record. */
export function workflowRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  app.get('/api/approval-workflow/distinct-name', async ({ caller, query }) => {
    const { functionality = null, application_type: application = null } = parseInput(named, query)
    await callerScreen(services, caller, 'approval-workflow')
    const records = await db.tenant(
      caller,
      (tx) =>
        tx.query<{ workflow_name: string }>(sql`
          select workflow_name, description, functionality, application_type, status from approval_workflow
           where organization_id = ${caller.organizationId}
             and (${functionality}::text is null or functionality = ${functionality}::text)
             and (${application}::text is null or application_type is null or application_type = ${application}::text)
           order by workflow_name`),
      { readOnly: true },
    )
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/approval-workflow/status-desc', async ({ caller, query }) => {
    const { pending, application_type: application = null } = parseInput(states, query)
    await callerScreen(services, caller, 'document')
    const counts = await db.tenant(
      caller,
      (tx) =>
        tx.query<{ status: string; count: number }>(sql`
          select approval_status as status, count(*) as count from document_header
           where organization_id = ${caller.organizationId} and (${application}::text is null or application_type = ${application}::text)
           group by approval_status`),
      { readOnly: true },
    )
    const records = approvalStatuses
      .filter(({ value }) => pending !== 'true' || value === 'submit_approval')
      .map(({ value, label }) => ({
        status: value,
        description: label,
        count: counts.find(({ status }) => status === value)?.count ?? 0,
      }))
    return { response: { records, total_record: records.length } }
  })

  app.post('/api/history-data', async ({ caller, body }) => {
    const { table_name: table, id, page, limit } = parseInput(wanted, body)
    const screens = await screensOf(services, caller)
    const named = screens.find((screen) => screen.table?.name === table || screen.name === table)
    if (!named) throw new AppError('NOT_FOUND', { message: `There are no records of ${table}.` })
    await callerScreen(services, caller, named.name)
    const screen = await effectiveScreen(services, caller, named.name)
    const api = new RecordApi({ ...services, screens, hooks: createHooks(services.session) }, screen, caller)
    return { response: await api.history(id, { page, limit }) }
  })
}
