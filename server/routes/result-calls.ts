import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Field, Screen } from '#src/definition'
import { splitList } from '#src/definition/list-query.ts'
import { exportReport, groupReport, paperReport, runReport } from '../engine/run-report.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { formOf, sendFile } from './download.ts'

export const resultBody = z.record(z.string(), z.unknown())

/** One request about a result. */
interface ResultRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: Services
  /** As form_fields leave it for the caller. */
  readonly screen: Screen
}

/** A call that every result answers below its endpoint. */
export interface ResultCall {
  readonly method: 'GET' | 'POST'
  readonly path: '' | '/groups' | '/export'
  readonly answer: (asked: ResultRequest) => unknown
}

async function run({ request, reply, services, screen }: ResultRequest, asked: unknown) {
  const response = await runReport(services, screen, request.caller, parseInput(resultBody, asked))
  if (!('records' in response)) reply.code(202)
  if (!('records' in response)) return { response }
  const message = response.total_record === 0 ? screen.messages.empty : screen.messages.done
  return { response, ...(message === undefined ? {} : { message }) }
}

async function groups({ request, reply, services, screen }: ResultRequest) {
  const response = await groupReport(services, screen, request.caller, parseInput(resultBody, request.body))
  if (!('groups' in response)) reply.code(202)
  return { response }
}

async function file({ request, reply, services, screen }: ResultRequest) {
  const query = request.query as Readonly<Record<string, string>>
  const asked = {
    ...parseInput(resultBody, request.body),
    ...(query['columns'] ? { columns: query['columns'] } : {}),
  }
  if (query['format'] === 'pdf') {
    const paper = await paperReport(services, screen, request.caller, asked, readerOf(query))
    return sendFile(reply, 'pdf', paper.name, paper.stream)
  }
  const form = formOf(query)
  const { name, stream } = await exportReport(services, screen, request.caller, asked, form)
  return sendFile(reply, form.format, name, stream)
}

/** The calls of every result: its figures, subtotals, and all of them as a file. */
export const resultCalls: readonly ResultCall[] = [
  { method: 'POST', path: '', answer: (asked) => run(asked, asked.request.body) },
  {
    method: 'GET',
    path: '',
    answer: (asked) => run(asked, fromAddress(asked.request.query, asked.screen.result!.parameters)),
  },
  { method: 'POST', path: '/groups', answer: groups },
  { method: 'POST', path: '/export', answer: file },
]

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
