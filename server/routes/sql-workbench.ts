import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sqlParameters } from '#src/definition/sql-parameters.ts'
import { type Caller, demand } from '../authorize.ts'
import { exportName } from '../engine/export.ts'
import { StatementProblem } from '../engine/sql-workbench/examine.ts'
import type { Question } from '../engine/sql-workbench/read-rows.ts'
import { bareTables, readableTables } from '../engine/sql-workbench/readable-tables.ts'
import { resultFile } from '../engine/sql-workbench/result-file.ts'
import { readRuns } from '../engine/sql-workbench/run-record.ts'
import { type RunPage, SqlRuns } from '../engine/sql-workbench/runs.ts'
import { parameterTypes, valuesOf } from '../engine/sql-workbench/statement.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { formOf, sendFile } from './download.ts'
import { screenOpener } from './opened-screen.ts'

const permission = 'workbench.sql'
const requestId = z.string().min(8).max(80)

const parameter = z.object({
  name: z.string().regex(/^[A-Za-z_]\w{0,39}$/),
  type: z.enum(Object.keys(parameterTypes) as [keyof typeof parameterTypes]).default('text'),
  value: z.string().max(2_000).nullish(),
})
const asked = z.object({
  /** What the editor holds; a call by id runs what is saved without it. */
  statement: z.string().regex(/\S/, 'Write a statement.').max(20_000).optional(),
  declared: z.array(parameter).max(30).optional(),
  parameters: z
    .record(z.string().max(40), z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]))
    .default({}),
})
const runQuery = z.looseObject({ request_id: requestId.optional() })
const page = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})
const history = z.object({
  query_id: recordNumber.optional(),
  limit: z.coerce.number().int().min(1).max(30).default(30),
})
const flags = z.looseObject({ send_mail: z.string().optional() })

type ById = FastifyRequest<{ Params: { id?: string } }>

/** The SQL workbench: statements of users, run by a database role that reads one organisation's records and nothing else. */
export function sqlWorkbenchRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)
  const runs = new SqlRuns(services.db, services.reader, services.log)
  app.addHook('onClose', async () => runs.stop())

  /** What is to be run: the statement of the body, else the saved one, with the values of its parameters. */
  const questionOf = async (request: ById) => {
    const body = parseInput(asked, request.body)
    const saved = request.params.id === undefined ? undefined : await savedQuery(request, request.params.id)
    const text = body.statement ?? saved?.statement
    if (text === undefined) throw invalid(['statement'], 'Write a statement.')
    const declared = body.declared ?? saved?.parameters ?? []
    const usual = Object.fromEntries(declared.map(({ name, value }) => [name, value ?? null]))
    const question: Question = { text, declared, parameters: { ...usual, ...body.parameters } }
    const { issues } = valuesOf(sqlParameters(text), declared, question.parameters)
    if (issues.length > 0) throw new AppError('VALIDATION', { issues })
    return { question, queryId: saved?.id ?? null, name: saved?.name ?? 'Result' }
  }

  const savedQuery = async (request: ById, id: string) => {
    const { api } = await open(request, 'sql-query')
    const record = await api.one(parseInput(recordNumber, id))
    const parameters = parseInput(z.array(parameter), record['parameters'] ?? [])
    return { id: record.id, name: String(record['name']), statement: String(record['statement']), parameters }
  }

  const tablesFor = async (caller: Caller, use?: 'export') => bareTables(await readableTables(services, caller, use))

  const run = async (request: ById) => {
    demand(request.caller, permission)
    const { request_id: given } = parseInput(runQuery, request.query)
    const { question, queryId } = await questionOf(request)
    const tables = await tablesFor(request.caller)
    const done = await runs.run(request.caller, tables, {
      ...question,
      requestId: given ?? crypto.randomUUID(),
      queryId,
    })
    return { response: shown(done) }
  }
  app.post('/api/run-sql-work-bench/:id', run)
  app.post('/api/run-sql-work-bench', run)

  app.get('/api/run-sql-work-bench', async ({ caller, query }) => {
    demand(caller, permission)
    const { query_id: queryId, limit } = parseInput(history, query)
    const records = await services.db.tenant(caller, (tx) => readRuns(tx, caller, queryId ?? null, limit), {
      readOnly: true,
    })
    return { response: { records: records.map(bare), total_record: records.length } }
  })
  app.get('/api/run-sql-work-bench/:id', async ({ caller, params, query }) => {
    demand(caller, permission)
    const { id: asking } = parseInput(z.object({ id: requestId }), params)
    const { page: number, limit } = parseInput(page, query)
    return { response: shown(await runs.page(caller, await tablesFor(caller), asking, number, limit)) }
  })
  app.delete('/api/run-sql-work-bench/:id', async ({ caller, params }) => {
    demand(caller, permission)
    const { id: asking } = parseInput(z.object({ id: requestId }), params)
    return { response: bare(await runs.cancel(caller, asking)), message: 'The statement was cancelled.' }
  })

  const download = async (request: ById, reply: FastifyReply) => {
    const { caller } = request
    demand(caller, permission)
    const { send_mail: mailed, ...parameters } = parseInput(flags, request.query)
    const form = formOf(parameters as Record<string, string | undefined>)
    const { question, name } = await questionOf(request)
    const { reader } = services
    if (!reader) throw new AppError('NOT_IMPLEMENTED', { message: 'This server runs no statements of users.' })
    const tables = await tablesFor(caller, 'export')
    const content = await runs
      .file(caller, untilGone(reply), (signal) => resultFile(reader, caller, tables, question, form, signal))
      .catch(refuse)
    const filename = exportName(name, form.format, new Date())
    if (mailed !== 'true') return sendFile(reply, form.format, filename, Readable.from([content]))
    if (content.length > mostMailed)
      throw new AppError('TOO_LARGE', {
        message: 'The file is larger than 10 MB, which mails do not take. Download it.',
      })
    const { mailer } = services.session
    await mailer.send({
      to: caller.email,
      subject: `Result: ${name}`,
      text: `The result of ${name} is attached.\n`,
      attachments: [{ filename, content }],
    })
    return { response: { sent_to: caller.email }, message: `The result was mailed to ${caller.email}.` }
  }
  app.post('/api/download-sql-work-bench-result/:id', download)
  app.post('/api/download-sql-work-bench-result', download)

  app.get('/api/sql-work-bench/tables', async ({ caller }) => {
    demand(caller, permission)
    const records = (await readableTables(services, caller)).map(({ table: _table, columns, ...one }) => ({
      ...one,
      columns: columns.map(({ sql: _sql, ...column }) => column),
    }))
    return { response: { records, total_record: records.length } }
  })
}

/** Aborted once whoever asked hangs up before he has his answer. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

const mostMailed = 10_000_000

const invalid = (path: string[], message: string) =>
  new AppError('VALIDATION', { issues: [{ path, code: 'required', message }] })

/** What the database says against a statement is a value that cannot be taken, with its place. */
function refuse(error: unknown): never {
  if (!(error instanceof StatementProblem)) throw error
  throw refusal(error.problem)
}

const refusal = (problem: StatementProblem['problem'], run?: object) =>
  new AppError('VALIDATION', {
    message: problem.message,
    issues: [{ path: ['statement'], code: 'statement', message: problem.message }],
    details: { problem, ...(run ? { run } : {}) },
  })

const bare = <R extends { rights: string }>({ rights: _rights, ...run }: R) => run

/** A run as it is answered; one that did not come to its end is an error with the run in its details. */
function shown({ records, page: number, limit, ...run }: RunPage) {
  if (run.state === 'failed') throw refusal(run.problem ?? { message: 'The statement could not be run.' }, bare(run))
  if (run.state === 'cancelled')
    throw new AppError('CANCELLED', { message: 'The statement was cancelled.', details: { run: bare(run) } })
  return { ...bare(run), records, page: number, limit, total_record: run.rows }
}
