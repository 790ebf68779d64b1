import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { parametersOf } from './record-request.ts'

const searched = z.object({
  keyword: z.string().trim().min(1).max(200),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

/** What sales lines and targets have beside the calls of their records. */
export function transactionRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
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
  app.get('/api/target-data-fetch-all', async (request, reply) => {
    const api = await recordsOf(request, 'target-data')
    return reply
      .type('application/json; charset=utf-8')
      .send(await api.listAll({ ...parametersOf(request), limit: '0' }))
  })
}
