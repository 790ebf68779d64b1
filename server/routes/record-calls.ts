import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Screen } from '#src/definition'
import type { Row } from '../engine/page.ts'
import type { RecordApi } from '../engine/record-api.ts'
import { batchIn, bulkDeleteIn, bulkUpdateIn, requestKeyIn } from './bulk-request.ts'
import { formOf, sendFile } from './download.ts'
import { bodyParameters, parametersOf, recordIdOf, recordIn, type Parameters } from './record-request.ts'
import { runAction, type ActionServices } from './run-action.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One request about the records of a screen. */
export interface RecordRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: ActionServices
  /** As form_fields leave it for the caller. */
  readonly screen: Screen
  readonly api: RecordApi
  /** The parts of the path that the call names with a colon. */
  readonly at: Readonly<Record<string, string>>
}

/** A call that every screen with records answers below its endpoint. */
export interface RecordCall {
  readonly method: Method
  /** Below the endpoint: '' or '/:id/history'; what is written out goes before what is named with a colon. */
  readonly path: string
  readonly offered?: (screen: Screen) => boolean
  readonly answer: (asked: RecordRequest) => unknown
}

type Listed = Pick<RecordRequest, 'api' | 'reply'>

/** Groups, a page or all of the records; `present`: what a row is shown as, where it is more than its fields. */
async function list({ api, reply }: Listed, parameters: Parameters, present?: (row: Row) => Row): Promise<unknown> {
  if (parameters['group']) return { response: await api.groups(parameters) }
  if (isAll(parameters['limit']))
    return reply.type('application/json; charset=utf-8').send(await api.listAll(parameters, present))
  const listed = await api.list(parameters)
  return { response: present ? { ...listed, records: listed.records.map(present) } : listed }
}

/** What a GET of a screen's endpoint answers; also where a route of its own takes one more parameter there. */
export async function answerRecords(
  asked: Listed,
  { id, ...parameters }: Parameters,
  present?: (row: Row) => Row,
): Promise<unknown> {
  return id ? { response: await asked.api.one(recordIdOf(id)) } : list(asked, parameters, present)
}

const idText = (id: unknown): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined

const isAll = (limit: string | undefined): boolean => limit !== undefined && /^0+$/.test(limit)

/** A caller that does not say `force` is asked back. */
const asking = (request: FastifyRequest) => ({ asksBack: parametersOf(request)['force'] !== 'true' })

const pageOf = ({ page, limit }: Parameters) => ({
  page: Math.max(1, Number(page) || 1),
  limit: Math.min(500, Math.max(1, Number(limit) || 25)),
})

const isTree = (screen: Screen): boolean => screen.list?.tree != null

/** The records nested; also answered under an address of its own where the definition names one. */
export const hierarchyCall: RecordCall = {
  method: 'GET',
  path: '',
  offered: isTree,
  answer: async ({ api, request }) => ({ response: await api.hierarchy(parametersOf(request)) }),
}

/** Changes a record; also answered under an address of its own where the definition names one. */
export const updateCall: RecordCall = {
  method: 'PUT',
  path: '/:id',
  answer: async ({ api, at, request, screen }) => ({
    response: await api.update(recordIdOf(at['id']), recordIn(request.body), asking(request)),
    message: screen.messages.updated,
  }),
}

/** Deletes a record; also answered under an address of its own where the definition names one. */
export const deleteCall: RecordCall = {
  method: 'DELETE',
  path: '/:id',
  answer: async ({ api, at, screen }) => ({
    response: { deleted: await api.remove(recordIdOf(at['id'])) },
    message: screen.messages.deleted,
  }),
}

/** The calls of every screen with records, in the order in which they are tried. */
export const recordCalls: readonly RecordCall[] = [
  {
    method: 'GET',
    path: '',
    answer: (asked) => answerRecords(asked, parametersOf(asked.request)),
  },
  { method: 'POST', path: '/search', answer: (asked) => list(asked, bodyParameters(asked.request.body)) },
  {
    method: 'GET',
    path: '/distinct',
    answer: async ({ api, request }) => ({ response: await api.distinct(parametersOf(request)) }),
  },
  {
    method: 'GET',
    path: '/tree',
    offered: isTree,
    answer: async ({ api, request }) => ({ response: await api.tree(parametersOf(request)) }),
  },
  { ...hierarchyCall, path: '/hierarchy' },
  {
    method: 'GET',
    path: '/export',
    answer: async ({ api, request, reply }) => {
      const parameters = parametersOf(request)
      const form = formOf(parameters)
      const again = parameters['for'] === 'upload'
      const { name, stream } = await (again ? api.exportForUpload(parameters, form) : api.exportAll(parameters, form))
      return sendFile(reply, form.format, name, stream)
    },
  },
  {
    method: 'GET',
    path: '/template',
    offered: (screen) => screen.upload !== null,
    answer: async ({ api, request, reply, screen }) => {
      const form = formOf(parametersOf(request))
      const file = await api.template(form)
      return sendFile(reply, form.format, `${screen.plural} template.${form.format}`, Readable.from([file]))
    },
  },
  { method: 'GET', path: '/:id', answer: async ({ api, at }) => ({ response: await api.one(recordIdOf(at['id'])) }) },
  {
    method: 'GET',
    path: '/:id/history',
    answer: async ({ api, at, request }) => ({
      response: await api.history(recordIdOf(at['id']), {
        ...pageOf(parametersOf(request)),
        field: parametersOf(request)['field'] ?? null,
      }),
    }),
  },
  {
    method: 'GET',
    path: '/:id/history/:entry',
    answer: async ({ api, at }) => ({
      response: await api.version(recordIdOf(at['id']), recordIdOf(at['entry'])),
    }),
  },
  {
    method: 'POST',
    path: '',
    answer: async ({ api, request, reply, screen }) => {
      const key = requestKeyIn(parametersOf(request)['request_key'])
      const response = await api.create(recordIn(request.body), { ...asking(request), key })
      return reply.code(201).send({ response, message: screen.messages.created })
    },
  },
  updateCall,
  {
    method: 'PUT',
    path: '',
    answer: async ({ api, request, screen }) => {
      const { id, ...changes } = recordIn(request.body)
      return {
        response: await api.update(recordIdOf(idText(id)), changes, asking(request)),
        message: screen.messages.updated,
      }
    },
  },
  { ...updateCall, method: 'POST', offered: (screen) => screen.savesByPost },
  deleteCall,
  {
    method: 'DELETE',
    path: '',
    answer: async ({ api, request, screen }) => ({
      response: { deleted: await api.removeFiltered({ ...parametersOf(request), ...bodyParameters(request.body) }) },
      message: screen.messages.deleted,
    }),
  },
  {
    method: 'POST',
    path: '/bulk-update',
    answer: async ({ api, request, screen }) => {
      const response = await api.bulkUpdate(bulkUpdateIn(request.body))
      return response.updated > 0 && !response.dry_run ? { response, message: screen.messages.updated } : { response }
    },
  },
  {
    method: 'POST',
    path: '/bulk-delete',
    answer: async ({ api, request, screen }) => {
      const response = await api.bulkDelete(bulkDeleteIn(request.body))
      return response.deleted > 0 && !response.dry_run ? { response, message: screen.messages.deleted } : { response }
    },
  },
  {
    method: 'POST',
    path: '/batch',
    answer: async ({ api, request }) => ({ response: await api.batch(batchIn(request.body)) }),
  },
  {
    method: 'POST',
    path: '/actions/:action',
    offered: (screen) => screen.actions.length > 0,
    answer: ({ api, services, screen, request, at }) => runAction(services, api, screen, request, at['action'] ?? ''),
  },
]
