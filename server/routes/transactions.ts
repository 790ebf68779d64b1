import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'
import { screenOpener } from './opened-screen.ts'
import { parametersOf } from './record-request.ts'

const searched = z.object({
  keyword: z.string().trim().min(1).max(200),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

const spread = z.object({ cost_numbers: z.array(z.string().max(30)).min(1).max(10_000).optional() })

/** What sales lines, targets and costs have beside the calls of their records. */
export function transactionRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  const open = screenOpener(services)
  const recordsOf = async (request: FastifyRequest, name: string) => {
    const screens = await screensOf(services, request.caller)
    const screen = await effectiveScreen(services, request.caller, name)
    return new RecordApi({ db: services.db, screens, hooks }, screen, request.caller)
  }
  app.get('/api/sales-data-search', async (request) => {
    const { keyword, page, limit } = parseInput(searched, request.query)
    const api = await recordsOf(request, 'sales-data')
    return { response: await api.list({ search: keyword, page: String(page), limit: String(limit) }) }
  })
  app.post('/api/build-price-off-invoice', async (request) => {
    const { cost_numbers: numbers } = parseInput(spread, request.body ?? {})
    const { act } = await open(request, 'off-invoice-cost')
    const { caller } = request
    const costs = await services.db.tenant(
      caller,
      (tx) =>
        tx.query<{ id: number }>(sql`
          select t.id from off_invoice_cost t
           where t.organization_id = ${caller.organizationId} and (${numbers ?? null}::text[] is null or t.cost_number = any(${numbers ?? null}::text[]))
           order by t.id limit 10001`),
      { readOnly: true },
    )
    if (costs.length === 0) throw new AppError('NOT_FOUND', { message: 'There are no such costs off invoice.' })
    const response = await act(
      'build',
      costs.map(({ id }) => id),
    )
    return response.done > 0
      ? { response, message: 'The costs are spread over the sales of their periods.' }
      : { response }
  })
  app.get('/api/target-data-fetch-all', async (request, reply) => {
    const api = await recordsOf(request, 'target-data')
    return reply
      .type('application/json; charset=utf-8')
      .send(await api.listAll({ ...parametersOf(request), limit: '0' }))
  })
}
