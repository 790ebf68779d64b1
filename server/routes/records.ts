import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stripEmpty, type Screen } from '#src/definition'
import { AppError } from '../errors.ts'
import { RecordApi } from '../engine/record-api.ts'
import { effectiveScreen, formFieldsVersion } from '../engine/effective-screens.ts'
import type { ExportFormat } from '../engine/export.ts'
import { createHooks } from '../hooks/registry.ts'
import type { Services } from '../services.ts'

type Parameters = Record<string, string | undefined>

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Repeated parameters (`country=Spain&country=France`) are read as a list. */
function parametersOf(request: FastifyRequest): Parameters {
  return Object.fromEntries(
    Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) =>
      Array.isArray(value) ? [name.includes('.') ? name : `${name}.in`, value.join(',')] : [name, value],
    ),
  )
}

/** Filters of a body: plain values mean equality, lists one of them, two-element ranges of dates a range. */
export function bodyParameters(body: unknown): Parameters {
  const { filters, ...rest } = stripEmpty((body ?? {}) as Record<string, unknown>)
  const given = { ...rest, ...(filters as Record<string, unknown> | undefined) }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, String(value)]
      const text = value.map((item) => String(item).replaceAll(/[\\,]/g, (char) => `\\${char}`)).join(',')
      return [name.includes('.') || name === 'sort' || name === 'columns' ? name : /date/.test(name) && value.length === 2 ? `${name}.between` : `${name}.in`, text]
    }),
  )
}

const recordId = (request: FastifyRequest): number => {
  const { id } = request.params as { id: string }
  if (!/^\d{1,15}$/.test(id)) throw new AppError('NOT_FOUND')
  return Number(id)
}

function record(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('BAD_REQUEST', { message: 'A record is needed.' })
  return body as Record<string, unknown>
}

export function formatOf(parameters: Parameters): ExportFormat {
  const format = parameters['format'] ?? 'xlsx'
  if (format !== 'csv' && format !== 'xlsx') throw new AppError('BAD_REQUEST', { message: 'Export as csv or xlsx.' })
  return format
}

/** Sends a stream as a download under a name that survives any character. */
export const sendFile = (reply: FastifyReply, format: ExportFormat, name: string, stream: NodeJS.ReadableStream) =>
  reply
    .type(mediaTypes[format])
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(stream)

/** The calls of every definition with an endpoint, under each of its names. */
export function recordRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  // Tells an open browser with every answer that the fields it shows are no longer those there are.
  app.addHook('preHandler', async (request, reply) => {
    reply.header('x-form-fields-version', await formFieldsVersion(services, request.caller))
  })
  const apiFor = async (request: FastifyRequest, screen: Screen) =>
    new RecordApi({ ...services, hooks }, await effectiveScreen(services, request.caller, screen.name), request.caller)
  for (const screen of services.screens) {
    if (!screen.table || !screen.endpoint) continue
    for (const endpoint of [screen.endpoint, ...screen.endpointAliases]) screenCalls(app, `/api/${endpoint}`, screen, apiFor)
  }
}

type ApiFor = (request: FastifyRequest, screen: Screen) => Promise<RecordApi>

function screenCalls(app: FastifyInstance, path: string, screen: Screen, apiFor: ApiFor): void {
  const list = async (request: FastifyRequest, reply: FastifyReply, parameters: Parameters) => {
    const api = await apiFor(request, screen)
    if (parameters['limit'] !== '0') return { response: await api.list(parameters) }
    return reply.type('application/json; charset=utf-8').send(api.listAll(parameters))
  }
  app.get(path, (request, reply) => list(request, reply, parametersOf(request)))
  app.post(`${path}/search`, (request, reply) => list(request, reply, bodyParameters(request.body)))
  app.get(`${path}/distinct`, async (request) => ({ response: await (await apiFor(request, screen)).distinct(parametersOf(request)) }))
  app.get(`${path}/export`, async (request, reply) => {
    const parameters = parametersOf(request)
    const format = formatOf(parameters)
    const { name, stream } = (await apiFor(request, screen)).exportAll(parameters, format)
    return sendFile(reply, format, name, stream)
  })
  if (screen.upload) {
    app.get(`${path}/template`, async (request, reply) => {
      const format = formatOf(parametersOf(request))
      const file = await (await apiFor(request, screen)).template(format)
      return sendFile(reply, format, `${screen.plural} template.${format}`, Readable.from([file]))
    })
  }
  recordCalls(app, path, screen, apiFor)
}

function recordCalls(app: FastifyInstance, path: string, screen: Screen, apiFor: ApiFor): void {
  const { messages } = screen
  app.get(`${path}/:id`, async (request) => ({ response: await (await apiFor(request, screen)).one(recordId(request)) }))
  app.get(`${path}/:id/history`, async (request) => {
    const { page, limit } = parametersOf(request)
    const paging = { page: Math.max(1, Number(page) || 1), limit: Math.min(500, Math.max(1, Number(limit) || 25)) }
    return { response: await (await apiFor(request, screen)).history(recordId(request), paging) }
  })
  app.post(path, async (request, reply) => {
    const response = await (await apiFor(request, screen)).create(record(request.body))
    return reply.code(201).send({ response, message: messages.created })
  })
  app.put(`${path}/:id`, async (request) => ({
    response: await (await apiFor(request, screen)).update(recordId(request), record(request.body)),
    message: messages.updated,
  }))
  app.delete(`${path}/:id`, async (request) => ({
    response: { deleted: await (await apiFor(request, screen)).remove(recordId(request)) },
    message: messages.deleted,
  }))
  app.delete(path, async (request) => ({
    response: { deleted: await (await apiFor(request, screen)).removeFiltered({ ...parametersOf(request), ...bodyParameters(request.body) }) },
    message: messages.deleted,
  }))
}
