import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { queryLinesName, queryScreenName } from '#src/definition/query/query.ts'
import { type Caller, demand } from '../authorize.ts'
import { builtScreen, effectiveScreen } from '../engine/effective-screens.ts'
import { atMost } from '../engine/at-most.ts'
import { attributedScreens } from '../engine/own-screens.ts'
import {
  cloneFormat,
  createFormat,
  deleteFormat,
  listFormats,
  mayChangeFormat,
  presentFormat,
  readFormat,
  shareableRoles,
  updateFormat,
  type NewFormat,
  type QueryFormat,
} from '../engine/queries/formats.ts'
import { previewQuery } from '../engine/queries/preview.ts'
import { exportReport, paperReport, runReport } from '../engine/run-report.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import { perUser } from '../plugins/per-user.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'
import { formOf, sendFile } from './download.ts'
import { queryFieldRoutes } from './query-fields.ts'
import { queryFilterRoutes } from './query-filters.ts'
import {
  askedQuery,
  changedFormat,
  cloneBody,
  formatIdQuery,
  formatsQuery,
  idQuery,
  newFormat,
  type AskedQuery,
} from './query-request.ts'
import { resultBody, resultCalls } from './result-calls.ts'

type ById = FastifyRequest<{ Params: { id: string } }>

const idOf = ({ params }: ById): number => {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw new AppError('NOT_FOUND')
  return Number(params.id)
}

/** Queries that users build: the formats they save, what these are made of, and running them. */
export function dynamicQueryRoutes(app: FastifyInstance, services: Services): void {
  formatRoutes(app, services)
  runRoutes(app, services)
  fileRoutes(app, services)
  queryFieldRoutes(app, services)
  queryFilterRoutes(app, services)
}

function formatRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const screenOf = (request: FastifyRequest, format: Pick<NewFormat, 'query' | 'name'>) =>
    builtScreen(services, request.caller, { id: 0, query_type: 'dynamic_query', opens_in_grid: false, ...format })

  /** What a query compares with tells of the records: only those who may read these get to see it. What it names and is not there any more mends whoever may change it. */
  const demandReadable = async (caller: Caller, format: QueryFormat) => {
    await builtScreen(services, caller, format).catch((error: unknown) => {
      const isMended = error instanceof AppError && error.code === 'VALIDATION' && mayChangeFormat(caller, format)
      if (!isMended) throw error
    })
  }
  const readableFormat = async (caller: Caller, id: number) => {
    const format = await db.tenant(caller, (tx) => readFormat(tx, caller, id), { readOnly: true })
    await demandReadable(caller, format)
    return format
  }
  /** A format as it is answered to whoever changed it: without its conditions where he may not see what they are about. */
  const answered = async (caller: Caller, format: QueryFormat) => {
    const { query, ...entry } = presentFormat(caller, format)
    const isReadable = await demandReadable(caller, format).then(
      () => true,
      () => false,
    )
    return isReadable ? { ...entry, query } : entry
  }

  app.get('/api/dynamic-query-formats-all', async ({ caller, query }) => {
    demand(caller, 'queries.read')
    const asked = parseInput(formatsQuery, query)
    return { response: await db.tenant(caller, (tx) => listFormats(tx, caller, asked), { readOnly: true }) }
  })
  app.get('/api/admin-dynamic-query-formats-all', async ({ caller, query }) => {
    demand(caller, 'queries.manage')
    const asked = parseInput(formatsQuery, query)
    const shared = { ...asked, whose: asked.whose ?? ('shared' as const) }
    return { response: await db.tenant(caller, (tx) => listFormats(tx, caller, shared), { readOnly: true }) }
  })
  app.get('/api/dynamic-query-format', async ({ caller, query }) => {
    demand(caller, 'queries.read')
    const { format_id: id } = parseInput(formatIdQuery, query)
    return { response: presentFormat(caller, await readableFormat(caller, id)) }
  })
  app.get('/api/dynamic-query-roles', async ({ caller }) => {
    demand(caller, 'queries.write')
    const records = await db.tenant(caller, (tx) => shareableRoles(tx, caller), { readOnly: true })
    return { response: { records, total_record: records.length } }
  })
  app.post('/api/dynamic-query-format', async (request, reply) => {
    const { caller } = request
    demand(caller, 'queries.write')
    const format = parseInput(newFormat, request.body)
    await screenOf(request, format)
    const made = await db.tenant(caller, (tx) => createFormat(tx, caller, format))
    return reply.code(201).send({ response: presentFormat(caller, made), message: 'Query saved successfully' })
  })
  app.put('/api/dynamic-query-format/:id', async (request: ById) => {
    const { caller } = request
    demand(caller, 'queries.write')
    const change = parseInput(changedFormat, request.body) as Partial<NewFormat>
    if (change.query) await screenOf(request, { query: change.query, name: change.name ?? 'Query' })
    const changed = await db.tenant(caller, (tx) => updateFormat(tx, caller, idOf(request), change))
    return { response: await answered(caller, changed), message: 'Query saved successfully' }
  })
  app.delete('/api/dynamic-query-format', async ({ caller, query }) => {
    demand(caller, 'queries.write')
    const { id } = parseInput(idQuery, query)
    await db.tenant(caller, (tx) => deleteFormat(tx, caller, id))
    return { response: { id }, message: 'Query deleted successfully' }
  })
  app.post('/api/dynamic-query-format/clone/:id', async (request: ById, reply) => {
    const { caller } = request
    demand(caller, 'queries.write')
    const { name } = parseInput(cloneBody, request.body ?? {})
    await readableFormat(caller, idOf(request))
    const copy = await db.tenant(caller, (tx) => cloneFormat(tx, caller, idOf(request), name))
    return reply.code(201).send({ response: presentFormat(caller, copy), message: 'Query cloned successfully' })
  })
}

/** The result that is asked for: of a saved query, or of one that only this call knows. */
async function askedScreen(services: Services, { caller }: FastifyRequest, { formatId, query }: AskedQuery) {
  if (query === null) return effectiveScreen(services, caller, queryScreenName(formatId!))
  return builtScreen(services, caller, {
    id: 0,
    name: 'Query',
    query_type: 'dynamic_query',
    opens_in_grid: false,
    query,
  })
}

const paging = ['page', 'limit', 'sort', 'columns', 'within', 'by', 'wait', 'chart', 'without', 'request_id'] as const

/** The answers of a body, and how much of the result is wanted, as the address or the body say. */
function reportBody({ query, body }: FastifyRequest, { parameters }: AskedQuery): Record<string, unknown> {
  const all = { ...(body as Record<string, unknown>), ...(query as Record<string, unknown>) }
  return {
    ...parameters,
    ...Object.fromEntries(paging.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))),
  }
}

function runRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  app.post('/api/dynamic-query', async (request, reply) => {
    const asked = askedQuery(request.body)
    const screen = await askedScreen(services, request, asked)
    const body = reportBody(request, asked)
    if (asked.query) delete body['request_id']
    const response = await runReport(services, screen, request.caller, body)
    if (!('records' in response)) reply.code(202)
    const isEmpty = 'records' in response && response.total_record === 0
    return { response, ...(isEmpty ? { message: screen.messages.empty } : {}) }
  })
  app.post('/api/dynamic-query/preview', async (request) => {
    const { caller } = request
    const asked = askedQuery(request.body)
    // What is asked when it is run is left open while it is built.
    const query = asked.query && {
      ...asked.query,
      parameters: asked.query.parameters.map((one) => ({ ...one, required: false })),
    }
    const screen = await askedScreen(services, request, { ...asked, query })
    const screens = await attributedScreens(services, caller)
    const page = await previewQuery({ db, screens }, screen, caller, asked.parameters)
    const { result } = screen
    return { response: { ...page, fields: screen.fields, columns: result!.columns, parameters: result!.parameters } }
  })
  for (const call of resultCalls)
    app.route({
      method: call.method,
      url: `/api/dynamic-query/:id${call.path}`,
      handler: async (request, reply) => {
        // 17 is the query as it is, 17.3 its third version, 17.3.lines the lines behind that.
        const { id: asked } = (request as ById).params
        const [, id, version, lines] = /^([1-9]\d{0,14})(?:\.(\d{1,9})(\.lines)?)?$/.exec(asked) ?? []
        if (id === undefined) throw new AppError('NOT_FOUND')
        const name = lines ? queryLinesName(Number(id)) : queryScreenName(Number(id))
        const screen = await effectiveScreen(services, request.caller, name)
        if (version !== undefined && screen.endpoint !== `dynamic-query/${asked}`)
          throw new AppError('ROW_CONFLICT', { message: 'This query was changed meanwhile. Load the page again.' })
        return call.answer({ request, reply, services, screen })
      },
    })
}

const fileQuery = z.object({
  send_mail: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  email_address: z.string().max(2_000).optional(),
  format: z.enum(['xlsx', 'csv', 'pdf']).optional(),
})
const mostMailed = 20_000_000

function fileRoutes(app: FastifyInstance, services: Services): void {
  const file = async (request: FastifyRequest, reply: FastifyReply, usual: 'xlsx' | 'pdf') => {
    const { caller } = request
    const asked = askedQuery(request.body)
    const screen = await askedScreen(services, request, asked)
    const all = { ...(request.body as Record<string, unknown>), ...(request.query as Record<string, unknown>) }
    const { send_mail: mails, email_address: addresses, format = usual } = parseInput(fileQuery, all)
    const body = parseInput(resultBody, reportBody(request, asked))
    const made =
      format === 'pdf'
        ? await paperReport(services, screen, caller, body, { locale: 'en', zone: caller.zone ?? 'UTC' })
        : await exportReport(services, screen, caller, body, formOf({ format }))
    if (mails !== true && mails !== 'true') return sendFile(reply, format, made.name, made.stream)
    const to = await colleagues(request, addresses ?? caller.email)
    const content = await atMost(made.stream, mostMailed)
    if (content === null)
      throw new AppError('TOO_LARGE', {
        message: 'The file is larger than 20 MB, the most that is sent by mail. Download it instead.',
      })
    await services.session.mailer.send({
      to: to.join(', '),
      subject: screen.plural,
      text: `${caller.email} sends you the result of the query "${screen.plural}".\n`,
      attachments: [{ filename: made.name, content }],
    })
    return {
      response: { sent_to: to, file: made.name },
      message: to.length === 1 ? `Sent to ${to[0]}` : `Sent to ${to.length} people`,
    }
  }

  /** Results leave the organisation by nobody's mail: only addresses of its own people are taken. */
  const colleagues = async ({ caller }: FastifyRequest, addresses: string): Promise<string[]> => {
    const wanted = [
      ...new Set(
        addresses
          .split(/[,;\s]+/)
          .filter(Boolean)
          .map((one) => one.toLowerCase()),
      ),
    ]
    const known = await services.db.tenant(
      caller,
      (tx) =>
        tx.query<{ email: string }>(sql`
          select email from app_user
           where organization_id = ${caller.organizationId} and status <> 'deactivated' and lower(email) = any(${wanted}::text[])`),
      { readOnly: true },
    )
    const strangers = wanted.filter((one) => !known.some(({ email }) => email.toLowerCase() === one))
    if (wanted.length > 0 && wanted.length <= 20 && strangers.length === 0) return known.map(({ email }) => email)
    const message =
      strangers.length > 0
        ? `Results are sent to people of your organization only; ${strangers.join(', ')} is not one of them.`
        : 'Name one to twenty people.'
    throw new AppError('VALIDATION', { message, issues: [{ path: ['email_address'], code: 'address', message }] })
  }
  app.post('/api/download-dynamic-query-result', perUser(60), (request, reply) => file(request, reply, 'xlsx'))
  app.post('/api/download-dynamic-query-result-pdf', perUser(60), (request, reply) => file(request, reply, 'pdf'))
}
