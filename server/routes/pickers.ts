import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Screen } from '#src/definition'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { bodyParameters, parametersOf, recordIdOf } from './record-request.ts'

const pickBody = z.object({
  search: z.string().max(200).default(''),
  filters: z.record(z.string(), z.unknown()).default({}),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

/** The search behind every picker, and the search of a master by the name of its table. */
export function pickerRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  const apiFor = async (request: FastifyRequest, find: (screen: Screen) => boolean) => {
    const screens = await screensOf(services, request.caller)
    const screen = screens.find((candidate) => candidate.table !== null && find(candidate))
    if (!screen) throw new AppError('NOT_FOUND', { message: 'There is no such list to search.' })
    return new RecordApi(
      { ...services, screens, hooks },
      await effectiveScreen(services, request.caller, screen.name),
      request.caller,
    )
  }
  const pick = async (request: FastifyRequest) => {
    const { x } = request.params as { x: string }
    const { search, limit, filters } = parseInput(pickBody, request.body)
    const api = await apiFor(request, (screen) => screen.name === x || screen.endpoint === x)
    return { response: await api.pick(search.trim(), limit, bodyParameters({ filters })) }
  }
  app.post('/api/dropdown-search/:x', pick)
  app.post('/api/dropdown-multi-search/:x', pick)
  app.post('/api/master-data-search', async (request) => {
    const { table_name: table } = request.query as { table_name?: string }
    const api = await apiFor(request, (screen) => screen.table?.name === table || screen.name === table)
    const { filters, ...paging } = (request.body ?? {}) as { filters?: Record<string, unknown> }
    const parameters = Object.fromEntries(
      Object.entries({ ...paging, ...filters }).map(([name, value]) => [
        name,
        value === null || value === undefined ? undefined : String(value),
      ]),
    )
    return { response: await api.list(parameters) }
  })
  app.delete('/api/master-data', async (request) => {
    const { table_name: table, id, ...filters } = { ...parametersOf(request), ...bodyParameters(request.body) }
    const screens = await screensOf(services, request.caller)
    const screen = screens.find((one) => one.table !== null && (one.table.name === table || one.name === table))
    const api = await apiFor(request, (candidate) => candidate === screen)
    const deleted = id === undefined ? await api.removeFiltered(filters) : await api.remove(recordIdOf(id))
    return { response: { deleted }, message: screen?.messages.deleted }
  })
}
