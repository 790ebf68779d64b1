import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Caller, demand } from '../authorize.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { cancelRun } from '../engine/jobs/run-record.ts'
import { readRun, recentRuns } from '../engine/result-run-record.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { exportReport } from '../engine/run-report.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sendFile } from './download.ts'
import { bodyParameters } from './record-request.ts'
import { resultBody, resultCalls } from './result-calls.ts'

const activity = z.object({ request_id: z.string().max(100) })
const runsOf = z.object({ screen: z.string().max(100), limit: z.coerce.number().int().min(1).max(50).default(10) })

/** The calls of every result of the product, and those of the runs behind them; an organisation's own ones are found where its records are. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  for (const { name, endpoint, endpointAliases, result } of services.screens) {
    if (!result || !endpoint) continue
    for (const path of [endpoint, ...endpointAliases])
      for (const call of resultCalls)
        app.route({
          method: call.method,
          url: `/api/${path}${call.path}`,
          handler: async (request, reply) =>
            call.answer({ request, reply, services, screen: await effectiveScreen(services, request.caller, name) }),
        })
  }
  sheetRoute(app, services)
  runRoutes(app, services)
}

/** Any result, and the records of any list, as a workbook. `type` is the name of the screen or its address below /api. */
function sheetRoute(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  app.post<{ Params: { type: string } }>('/api/generate-excel-sheet/:type', async (request, reply) => {
    const { caller } = request
    const { type } = request.params
    const screens = await screensOf(services, caller)
    const named = screens.find(
      (one) => (one.result ?? one.table) && [one.name, one.endpoint, ...one.endpointAliases].includes(type),
    )
    if (!named) throw new AppError('NOT_FOUND', { message: `There is no list and no result ${type}` })
    const screen = await effectiveScreen(services, caller, named.name)
    const asked = parseInput(resultBody, request.body ?? {})
    const { name, stream } = screen.result
      ? await exportReport(services, screen, caller, asked, { format: 'xlsx' })
      : await new RecordApi({ db: services.db, screens, hooks }, screen, caller).exportAll(bodyParameters(asked), {
          format: 'xlsx',
        })
    return sendFile(reply, 'xlsx', name, stream)
  })
}

function runRoutes(app: FastifyInstance, { db, runs }: Services): void {
  // A run of a report goes by the id of whoever asked, a run of a batch job by its number.
  const cancelled = (caller: Caller, requestId: string): Promise<unknown> =>
    runs.cancel(caller, requestId).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND' || !/^\d{1,15}$/.test(requestId)) throw error
      demand(caller, 'integration.run')
      return db.tenant(caller, async (tx) => {
        await cancelRun(tx, caller.organizationId, Number(requestId))
        return { request_id: requestId }
      })
    })
  const cancel = async (request: FastifyRequest) => ({
    response: await cancelled(request.caller, parseInput(activity, request.body).request_id),
  })
  app.post('/api/cancel-activity', cancel)
  app.post('/api/cancel-request', cancel)
  app.get('/api/result-runs', async (request) => {
    const { screen, limit } = parseInput(runsOf, request.query)
    const read = db.tenant(request.caller, (tx) => recentRuns(tx, request.caller, screen, limit), { readOnly: true })
    return { response: { records: await read } }
  })
  app.get<{ Params: { id: string } }>('/api/result-runs/:id', async (request) => {
    const { id } = request.params
    return { response: await db.tenant(request.caller, (tx) => readRun(tx, request.caller, id), { readOnly: true }) }
  })
}
