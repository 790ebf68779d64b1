import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Field } from '#src/definition'
import { splitList } from '#src/definition/list-query.ts'
import { type Caller, demand } from '../authorize.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { cancelRun } from '../engine/jobs/run-record.ts'
import { readRun, recentRuns } from '../engine/result-run-record.ts'
import { ResultRuns } from '../engine/result-runs.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { exportReport, groupReport, paperReport, runReport } from '../engine/run-report.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { formatOf, sendFile } from './download.ts'
import { bodyParameters } from './record-request.ts'

const body = z.record(z.string(), z.unknown())
const activity = z.object({ request_id: z.string().max(100) })
const runsOf = z.object({ screen: z.string().max(100), limit: z.coerce.number().int().min(1).max(50).default(10) })

/** The calls of every result screen: its figures, subtotals and all of them as a file; and the runs behind them. */
export function reportRoutes(app: FastifyInstance, given: Services): void {
  const runs = new ResultRuns(given.db, given.log, given.config.reportSeconds)
  app.addHook('onClose', () => runs.stop())
  const services = { ...given, runs }
  for (const { name, endpoint, endpointAliases, result } of services.screens) {
    if (!result || !endpoint) continue
    const screenFor = (request: FastifyRequest) => effectiveScreen(services, request.caller, name)
    for (const path of [endpoint, ...endpointAliases]) {
      const run = async (request: FastifyRequest, reply: FastifyReply, asked: unknown) => {
        const screen = await screenFor(request)
        const response = await runReport(services, screen, request.caller, parseInput(body, asked))
        if (!('records' in response)) reply.code(202)
        return {
          response,
          ...('records' in response && response.total_record === 0 ? { message: screen.messages.empty } : {}),
        }
      }
      app.post(`/api/${path}`, (request, reply) => run(request, reply, request.body))
      app.get(`/api/${path}`, (request, reply) => run(request, reply, fromAddress(request.query, result.parameters)))
      app.post(`/api/${path}/groups`, async (request, reply) => {
        const screen = await screenFor(request)
        const response = await groupReport(services, screen, request.caller, parseInput(body, request.body))
        if (!('groups' in response)) reply.code(202)
        return { response }
      })
      app.post<{ Querystring: Record<string, string> }>(`/api/${path}/export`, async (request, reply) => {
        const asked = {
          ...parseInput(body, request.body),
          ...(request.query['columns'] ? { columns: request.query['columns'] } : {}),
        }
        const screen = await screenFor(request)
        if (request.query['format'] === 'pdf') {
          const paper = await paperReport(services, screen, request.caller, asked, readerOf(request.query))
          return sendFile(reply, 'pdf', paper.name, paper.stream)
        }
        const format = formatOf(request.query)
        const file = await exportReport(services, screen, request.caller, asked, format)
        return sendFile(reply, format, file.name, file.stream)
      })
    }
  }
  sheetRoute(app, services)
  runRoutes(app, services)
}

/** Any result, and the records of any list, as a workbook. `type` is the name of the screen or its address below /api. */
function sheetRoute(app: FastifyInstance, services: Services & { readonly runs: ResultRuns }): void {
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
    const asked = parseInput(body, request.body ?? {})
    const { name, stream } = screen.result
      ? await exportReport(services, screen, caller, asked, 'xlsx')
      : await new RecordApi({ db: services.db, screens, hooks }, screen, caller).exportAll(
          bodyParameters(asked),
          'xlsx',
        )
    return sendFile(reply, 'xlsx', name, stream)
  })
}

/** Parameters of an address as a body has them: what is neither text nor a day is read as what its field holds. */
function fromAddress(query: unknown, parameters: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => {
      const type = parameters.find((field) => field.name === name)?.type
      if (typeof value !== 'string') return [name, value]
      if (type === 'flag' && (value === 'true' || value === 'false')) return [name, value === 'true']
      if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return [name, Number(value)]
      return [name, type === 'references' ? splitList(value) : value]
    }),
  )
}

const known = (locale: string): boolean => {
  try {
    return Intl.getCanonicalLocales(locale).length > 0
  } catch {
    return false
  }
}

const knownZone = (zone: string): boolean => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)

/** In which words figures and times are written. */
function readerOf({ locale = 'en', zone = 'UTC' }: Readonly<Record<string, string>>) {
  return { locale: known(locale) ? locale : 'en', zone: knownZone(zone) ? zone : 'UTC' }
}

function runRoutes(app: FastifyInstance, { db, runs }: Services & { readonly runs: ResultRuns }): void {
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
