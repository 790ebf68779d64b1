import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { fieldNamed } from '#src/definition'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'
import { demandDone, screenOpener } from './opened-screen.ts'
import { parametersOf } from './record-request.ts'

const predicted = z.object({
  forecast_level: z.union([z.string().max(30), z.array(z.string().max(30)).min(1).max(100)]),
  as_of: z.iso.date().optional(),
})

const end = z.union([z.iso.date(), z.literal('')]).nullish()

const copied = z.object({
  filters: z
    .strictObject({
      billing_date: z.tuple([end, end]).optional(),
      customer_number: z.string().max(40).optional(),
      material_number: z.string().max(40).optional(),
      country: z.string().max(60).optional(),
    })
    .default({}),
  months_ahead: z.number().int().optional(),
  growth: z.string().max(20).optional(),
  forecast_version: z.string().max(30).optional(),
})

/** What forecasting has beside the calls of its records and its result. */
export function forecastingRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)

  app.get('/api/sales-forecast-level-all', async (request, reply) => {
    const { api } = await open(request, 'sales-forecast-level')
    return reply
      .type('application/json; charset=utf-8')
      .send(await api.listAll({ ...parametersOf(request), limit: '0' }))
  })

  app.get('/api/sales-forecast-fields', async (request) => {
    const { screen } = await open(request, 'sales-forecast-level')
    const of = (name: string) => fieldNamed(screen.fields, name).choices ?? []
    const kinds = { level: 'first_level', measure: 'measure', period: 'period', method: 'method', source: 'source' }
    const records = Object.entries(kinds).flatMap(([kind, name]) =>
      of(name).map(({ value, label }) => ({ kind, field: value, label })),
    )
    return { response: { records, total_record: records.length } }
  })

  app.post('/api/predict-sales', async (request) => {
    const { forecast_level: asked, as_of } = parseInput(predicted, request.body)
    const wanted = [asked].flat()
    const { caller } = request
    const levels = await db.tenant(
      caller,
      (tx) =>
        tx.query<{ id: number; forecast_level: string; asked_at: string }>(sql`
          select t.id, t.forecast_level, clock_timestamp()::text as asked_at from sales_forecast_level t
           where t.organization_id = ${caller.organizationId} and t.forecast_level = any(${wanted}::text[]) order by t.forecast_level`),
      { readOnly: true },
    )
    const missing = wanted.filter((name) => !levels.some(({ forecast_level: known }) => known === name))
    if (missing.length > 0)
      throw new AppError('NOT_FOUND', { message: `There is no forecast configuration ${missing.join(', ')}.` })
    const { act } = await open(request, 'sales-forecast-level')
    const outcome = await act(
      'predict',
      levels.map(({ id }) => id),
      as_of ? { as_of } : {},
    )
    demandDone(outcome)
    const runs = await db.tenant(
      caller,
      (tx) =>
        tx.query(sql`
          select r.id, r.body ->> 'forecast_level' as forecast_level, r.status from batch_job_run r
           where r.organization_id = ${caller.organizationId} and r.job_type = 'sales_forecast' and r.created_by = ${caller.userId}
             and r.created_at >= ${levels[0]!.asked_at}::timestamptz order by r.id`),
      { readOnly: true },
    )
    return { response: { ...outcome, runs }, message: 'The forecast is being computed.' }
  })

  app.post('/api/copy-sales-to-forecast', async (request) => {
    const { filters, ...rest } = parseInput(copied, request.body ?? {})
    const { billing_date: [from, to] = [], ...others } = filters
    // Half a span says nothing: all sales count then.
    const span = from && to ? { billing_date_from: from, billing_date_to: to } : {}
    const { act } = await open(request, 'sales-forecast')
    const response = await act('copy-sales', undefined, { ...span, ...others, ...rest })
    return { response, message: 'The sales are copied into the forecast.' }
  })
}
