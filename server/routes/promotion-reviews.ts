import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { demand } from '../authorize.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { refusedReview } from '../promotions/access.ts'
import { moveScenario } from '../promotions/move-scenario.ts'
import { linesOf, workOut } from '../promotions/plan.ts'
import {
  costingScenarios,
  marketStickers,
  openTerritories,
  territoryModels,
  waitingMarkets,
} from '../promotions/review-lists.ts'
import { decideMarket, reviewsFor } from '../promotions/reviews.ts'
import { mostScenarios, scenarioOf, scenariosOf, scenariosWhere } from '../promotions/scenario.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { demandScreen } from './demand-screen.ts'
import { screenOpener } from './opened-screen.ts'
import { parametersOf, recordIdOf } from './record-request.ts'

const statuses = z.enum(['open', 'approved', 'rejected'])
const comment = z.string().trim().max(2000).nullable().default(null)
const marketsBody = z.object({ id: recordNumber.optional() })
const scenariosBody = z.object({
  product_line: z.string().optional(),
  country: z.string().optional(),
  search: z.string().trim().max(200).default(''),
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(mostScenarios).default(mostScenarios),
})
const stickersBody = z.object({ id: recordNumber, country: z.string().min(1) })
const version = z.int().positive().optional()
const decisionBody = z.object({
  id: recordNumber,
  country: z.string().min(1),
  status: statuses,
  comment,
  row_version: version,
})
const territoryBody = decisionBody.extend({ territory: z.string().min(1) })
const moveBody = z.object({ note: z.string().trim().max(500).nullable().default(null), row_version: version })
const modelsBody = z.object({ id: recordNumber, territory: z.string().min(1) })

/** What markets and territories say of scenarios, and where these go from there. */
export function promotionReviewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)
  const read = async <T>({ caller }: Pick<FastifyRequest, 'caller'>, work: (tx: Tx) => Promise<T>) => {
    await demandScreen(services, caller, 'promotion-scenario')
    return db.tenant(caller, work, { readOnly: true })
  }
  const listed = <T>(records: readonly T[]) => ({ response: { records, total_record: records.length } })

  app.post('/api/promotion/review/markets', async (request) => {
    const { id } = parseInput(marketsBody, request.body)
    const { organizationId } = request.caller
    return listed(
      await read(request, async (tx) => {
        if (id === undefined) return waitingMarkets(tx, organizationId)
        const scenario = await scenarioOf(tx, organizationId, id)
        const lines = await linesOf(tx, organizationId, scenario.scenario_number)
        const { markets } = await workOut(tx, request.caller, scenario, lines)
        const reviews = await reviewsFor(tx, request.caller, scenario)
        return markets.map((market) => {
          const own = reviews.filter((one) => one.country === market.country)
          const review = own.find((one) => one.territory === null)
          return {
            scenario_number: scenario.scenario_number,
            currency: scenario.currency,
            ...market,
            asked: review !== undefined,
            status: 'open',
            comment: null,
            decided_by: null,
            decided_at: null,
            ...review,
            territories: own.filter((one) => one.territory !== null),
          }
        })
      }),
    )
  })

  app.post('/api/promotion/review/scenarios', async (request) => {
    const { product_line: line, country, search, ...page } = parseInput(scenariosBody, request.body)
    const { organizationId } = request.caller
    const fitting = scenariosOf(line ?? null, country ?? null, search)
    const [approved, other] = await read(request, async (tx) => [
      await scenariosWhere(tx, organizationId, sql`t.status = 'approved' and ${fitting}`, page),
      await scenariosWhere(tx, organizationId, sql`t.status in ('draft', 'in_review') and ${fitting}`, page),
    ])
    return {
      response: {
        approved: approved!.records,
        other: other!.records,
        approved_count: approved!.total_record,
        other_count: other!.total_record,
        total_record: approved!.total_record + other!.total_record,
      },
    }
  })

  app.post('/api/promotion/review/market-stickers', async (request) => {
    const { id, country } = parseInput(stickersBody, request.body)
    const { organizationId } = request.caller
    return listed(
      await read(request, async (tx) =>
        marketStickers(tx, organizationId, await scenarioOf(tx, organizationId, id), country),
      ),
    )
  })

  const decide = async (
    { caller }: Pick<FastifyRequest, 'caller'>,
    asked: z.output<typeof decisionBody> & { readonly territory: string | null },
  ) => {
    await demandScreen(services, caller, 'promotion-scenario')
    return db.tenant(caller, async (tx) => {
      const scenario = await scenarioOf(tx, caller.organizationId, asked.id, { locks: true })
      const message = await refusedReview(tx, caller, scenario)
      if (message !== null) throw new AppError('FORBIDDEN', { message })
      await decideMarket({ tx, caller }, scenario, asked)
      return reviewsFor(tx, caller, scenario)
    })
  }

  app.put('/api/promotion/review/market-status', async (request) => {
    const records = await decide(request, { ...parseInput(decisionBody, request.body), territory: null })
    return { ...listed(records), message: await said(services, request.caller, 'promotion-market-review', 'updated') }
  })

  app.get('/api/promotion-tr-approval', async (request) =>
    listed(await read(request, (tx) => openTerritories(tx, request.caller.organizationId))),
  )

  app.post('/api/promotion-tr-models', async (request) => {
    const { id, territory } = parseInput(modelsBody, request.body)
    const { organizationId } = request.caller
    return listed(
      await read(request, async (tx) =>
        territoryModels(tx, organizationId, await scenarioOf(tx, organizationId, id), territory),
      ),
    )
  })

  app.put('/api/update-tr-approval', async (request) => {
    const records = await decide(request, parseInput(territoryBody, request.body))
    return { ...listed(records), message: await said(services, request.caller, 'promotion-market-review', 'updated') }
  })

  app.get('/api/promotion-costing-approval', async (request) => {
    const { api } = await open(request, 'costing')
    const { page = '1', limit = '500' } = parametersOf(request)
    return { response: await api.list({ approval_status: 'submit_approval', page, limit }) }
  })

  app.get('/api/promotion/costing-scenarios', async (request) => {
    demand(request.caller, 'masters.cost')
    return listed(await read(request, (tx) => costingScenarios(tx, request.caller.organizationId)))
  })

  app.put('/api/promotion/:id/update-status/:status', async (request) => {
    const { id, status } = request.params as { id: string; status: string }
    const to = z.enum(['draft', 'in_review', 'approved', 'archived']).safeParse(status)
    if (!to.success) throw new AppError('BAD_REQUEST', { message: `There is no status ${status}.` })
    const { note, row_version: seen } = parseInput(moveBody, request.body)
    const { caller } = request
    await demandScreen(services, caller, 'promotion-scenario')
    const { screen, screens, hooks } = await open(request, 'promotion-scenario')
    const response = await db.tenant(caller, (tx) =>
      moveScenario({ tx, caller, screen, screens, hooks: hooks['promotion-scenario']! }, recordIdOf(id), {
        to: to.data,
        words: note,
        version: seen,
      }),
    )
    return { response, message: screen.messages.updated }
  })
}
