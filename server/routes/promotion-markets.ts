import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dayIn } from '../caller-day.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { filterGroups, marketFilters } from '../promotions/market-filters.ts'
import { mostScenarios, scenarioOf, scenariosOf, scenariosWhere } from '../promotions/scenario.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'
import { demandScreen } from './demand-screen.ts'
import { demandDone, screenOpener } from './opened-screen.ts'
import { bodyParameters } from './record-request.ts'

const day = z.iso.date()
const names = z.array(z.string().max(60)).max(500)
const filterBody = z.object({
  product_lines: names.optional(),
  countries: names.optional(),
  regions: names.optional(),
  on: day.optional(),
})
const marketBody = z.object({
  id: recordNumber,
  row_version: z.int().positive(),
  description: z.string().trim().min(1).max(160).optional(),
  product_lines: names.min(1).optional(),
  countries: names.min(1),
  territories: z
    .array(z.object({ country: z.string().max(60), territory: z.string().max(40) }))
    .max(1000)
    .optional(),
  valid_from: day.optional(),
  valid_to: day.optional(),
  currency: z.string().optional(),
  notes: z.string().max(4000).nullable().optional(),
})
const listQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(mostScenarios).default(mostScenarios),
})
const searchBody = z.object({
  search: z.string().trim().max(200).default(''),
  product_line: z.string().optional(),
  country: z.string().optional(),
  status: z.enum(['draft', 'in_review', 'approved', 'archived']).optional(),
  valid_on: day.optional(),
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(mostScenarios).default(mostScenarios),
})
const copyBody = z.object({
  id: recordNumber,
  description: z.string().trim().max(160).optional(),
  valid_from: day.optional(),
  valid_to: day.optional(),
})

/** Which scenarios there are, what their market is, and how they come from one another. */
export function promotionMarketRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)

  app.post('/api/promotion-market-filters', async ({ caller, body }) => {
    await demandScreen(services, caller, 'promotion-scenario')
    const {
      product_lines: lines,
      countries,
      regions,
      on = dayIn(caller.zone, Date.now()),
    } = parseInput(filterBody, body)
    const chosen = { lines, countries, regions, day: on }
    return {
      response: await db.tenant(caller, (tx) => marketFilters(tx, caller.organizationId, chosen), { readOnly: true }),
    }
  })

  app.get('/api/promotion-filter-group', async ({ caller }) => {
    await demandScreen(services, caller, 'promotion-scenario')
    const records = await db.tenant(
      caller,
      (tx) => filterGroups(tx, caller.organizationId, dayIn(caller.zone, Date.now())),
      { readOnly: true },
    )
    return { response: { records, total_record: records.length } }
  })

  app.post('/api/promotion-define-market', async (request) => {
    const { id, product_lines: lines, countries, ...market } = parseInput(marketBody, request.body)
    const { api, screen } = await open(request, 'promotion-scenario')
    const record = await api.update(id, {
      ...market,
      countries: countries.map((country) => ({ country })),
      ...(lines
        ? { product_line: lines[0], product_lines: lines.slice(1).map((line) => ({ product_line: line })) }
        : {}),
    })
    return { response: record, message: screen.messages.updated }
  })

  app.post('/api/promotions-search', async ({ caller, body }) => {
    await demandScreen(services, caller, 'promotion-scenario')
    const asked = parseInput(searchBody, body)
    const response = await db.tenant(
      caller,
      (tx) =>
        scenariosWhere(
          tx,
          caller.organizationId,
          sql`${scenariosOf(asked.product_line ?? null, asked.country ?? null, asked.search)}
            and (${asked.status ?? null}::text is null or t.status = ${asked.status ?? null})
            and (${asked.valid_on ?? null}::date is null or ${asked.valid_on ?? null}::date between t.valid_from and t.valid_to)`,
          asked,
        ),
      { readOnly: true },
    )
    return { response }
  })

  app.post('/api/promotion/scenarios', async (request) => {
    const { api } = await open(request, 'promotion-scenario')
    return { response: await api.list(bodyParameters(request.body)) }
  })

  app.get('/api/promotion/scenario-list', async ({ caller, query }) => {
    await demandScreen(services, caller, 'promotion-scenario')
    const asked = parseInput(listQuery, query)
    const { records, total_record } = await db.tenant(
      caller,
      (tx) => scenariosWhere(tx, caller.organizationId, sql`true`, asked),
      { readOnly: true },
    )
    const brief = records.map(
      ({ id, scenario_number, description, product_line, product_lines, countries, status, valid_from, valid_to }) => ({
        id,
        scenario_number,
        description,
        product_line,
        product_lines,
        countries,
        status,
        valid_from,
        valid_to,
      }),
    )
    return { response: { records: brief, total_record } }
  })

  for (const [path, action] of [
    ['clone', 'clone'],
    ['extended_scenario', 'extended-scenario'],
    ['premature_scenario', 'premature-scenario'],
  ] as const)
    app.post(`/api/promotion/scenario/${path}`, async (request, reply) => {
      const { id, ...parameters } = parseInput(copyBody, request.body)
      const { act, screen } = await open(request, 'promotion-scenario')
      const outcome = await act(action, [id], parameters)
      demandDone(outcome)
      const made = Number(/\d+$/.exec(outcome.given[0]!.value)![0])
      const response = await db.tenant(request.caller, (tx) => scenarioOf(tx, request.caller.organizationId, made), {
        readOnly: true,
      })
      return reply.code(201).send({ response, message: screen.messages.created })
    })
}
