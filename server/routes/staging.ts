import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ofPiece, type Outcome } from '../engine/each-record.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { id, sql } from '../store/sql.ts'
import { demandScreen } from './demand-screen.ts'
import { screenOpener } from './opened-screen.ts'

const jobId = z.string().trim().min(1).max(60)
const style = {
  decimal: z.enum(['.', ',']).optional(),
  date_order: z.enum(['DMY', 'MDY', 'YMD']).optional(),
}
const mapped = z.object({ job_id: jobId.optional(), ...style })

/** Beyond these an answer would take minutes that no proxy waits. */
const mostLines = 100_000
/** An answer names so many of the lines that wait; the staging has the reasons of all. */
const mostNamed = 1_000
const cell = z.union([z.string().max(200), z.number(), z.null()])
const bulk = z.object({
  records: z
    .array(z.record(z.string().max(60), cell))
    .min(1, 'Send some records.')
    .max(2_000),
  job_id: jobId.optional(),
  source_system: z.string().trim().max(30).optional(),
})

/** The calls that map what waits in a staging, each with the screen of its lines. */
const calls = {
  'map-sales-data-stage': 'staging-sales-data',
  'map-indirect-sales-data-stage': 'staging-indirect-sales',
  'map-purchase-data-stage': 'staging-purchase-data',
  'map-customer-stat-data': 'staging-customer-statistic',
} as const

/** Staged lines: what arrives unmapped waits with its reasons, and mapping moves it over. */
export function stagingRoutes(app: FastifyInstance, services: Services): void {
  if (!screenNamed(services.screens, 'staging-sales-data')) return
  const open = screenOpener(services)

  const map = async (request: FastifyRequest, name: string, ids: readonly number[], told: object = {}) => {
    const outcome: Outcome = { done: 0, skipped: [], failed: [], given: [] }
    if (ids.length === 0) return outcome
    const { act } = await open(request, name)
    for (let from = 0; from < ids.length; from += ofPiece) {
      const part = await act('map', ids.slice(from, from + ofPiece), told)
      outcome.done += part.done
      outcome.skipped.push(...part.skipped.slice(0, mostNamed - outcome.skipped.length))
      outcome.failed.push(...part.failed.slice(0, mostNamed - outcome.failed.length))
    }
    return outcome
  }

  for (const [call, name] of Object.entries(calls))
    app.post(`/api/${call}`, async (request) => {
      const given = { ...(request.query as object), ...(request.body as object | undefined) }
      const { job_id: job, ...told } = parseInput(mapped, given)
      const screen = await demandScreen(services, request.caller, name, 'update')
      const table = screen.table!.name
      const lines = await services.db.tenant(
        request.caller,
        (tx) =>
          tx.query<{ id: number }>(sql`
            select t.id from ${id(table)} t where t.organization_id = ${request.caller.organizationId}
               and (${job ?? null}::text is null or t.job_id = ${job ?? null}) order by t.id limit ${mostLines + 1}`),
        { readOnly: true },
      )
      if (lines.length > mostLines)
        throw new AppError('TOO_LARGE', { message: 'More than 100,000 lines wait. Map them job by job (job_id).' })
      const outcome = await map(
        request,
        name,
        lines.map((line) => line.id),
        told,
      )
      const message =
        lines.length === 0 ? 'Nothing waits to be mapped.' : `${outcome.done} of ${lines.length} lines were mapped.`
      return { response: { mapped: outcome.done, waiting: lines.length - outcome.done, ...outcome }, message }
    })

  app.post('/api/sales_data/bulk_insert_direct_sales_data', async (request, reply) => {
    const {
      records,
      job_id: job = `API-${crypto.randomUUID().slice(0, 8)}`,
      source_system: system,
    } = parseInput(bulk, request.body)
    const { api } = await open(request, 'staging-sales-data')
    const texts = records.map((record) => ({
      ...Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, value === null ? null : String(value)]),
      ),
      job_id: job,
      ...(system ? { source_system: system } : {}),
    }))
    const staged = await api.batch({ create: texts, update: [], delete: [], isPreview: false, isWhole: true })
    const ids = staged.create.flatMap((one) => (one.status === 'created' ? [one.record.id] : []))
    const outcome = await map(request, 'staging-sales-data', ids)
    return reply.code(201).send({
      response: { job_id: job, created: outcome.done, staged: ids.length - outcome.done, reasons: outcome.skipped },
      message: `${outcome.done} of ${ids.length} lines were inserted; ${ids.length - outcome.done} wait in the staging.`,
    })
  })
}
