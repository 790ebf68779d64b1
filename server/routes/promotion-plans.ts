import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { demand, type Caller } from '../authorize.ts'
import { dayIn } from '../caller-day.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { demandDraft, demandEdit, refusedEdit, refusedReview } from '../promotions/access.ts'
import { postScenario } from '../promotions/accruals.ts'
import { costingOf } from '../promotions/costing-of.ts'
import { keepPlan, linesOf, takeVersion, workOut } from '../promotions/plan.ts'
import { surroundingsOf } from '../promotions/plan-surroundings.ts'
import { mostLines, proposedLines } from '../promotions/prefill.ts'
import { reviewsOf } from '../promotions/reviews.ts'
import { scenarioOf, type Scenario } from '../promotions/scenario.ts'
import { say } from '../promotions/talk.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { demandScreen } from './demand-screen.ts'
import { screenOpener } from './opened-screen.ts'
import { planLine } from './plan-line.ts'
import { recordIdOf } from './record-request.ts'

const day = z.iso.date()
const planBody = z.object({
  id: recordNumber,
  lines: z.array(planLine).max(mostLines).optional(),
  prefill: z.boolean().default(false),
  stickers: z.array(z.string().max(30)).max(500).optional(),
})
const saveBody = z.object({
  id: recordNumber,
  row_version: z.int().positive(),
  lines: z.array(planLine).max(mostLines),
})
const oneBody = z.object({ id: recordNumber })
const postingBody = oneBody.extend({ posting_date: day.optional() })
const costingBody = oneBody.extend({
  save: z.boolean().default(false),
  justification: z.string().trim().min(1).max(4000).optional(),
})

const today = (caller: Caller): string => dayIn(caller.zone, Date.now())

/** What a scenario plans: worked out, kept, simulated, posted, and held against its costing. */
export function promotionPlanRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)
  const reading = async <T>(
    { caller }: Pick<FastifyRequest, 'caller'>,
    id: number,
    work: (tx: Tx, scenario: Scenario) => Promise<T>,
  ) => {
    await demandScreen(services, caller, 'promotion-scenario')
    return db.tenant(caller, async (tx) => work(tx, await scenarioOf(tx, caller.organizationId, id)), {
      readOnly: true,
    })
  }

  app.get('/api/promotion/scenario/grids/:id', async (request) => {
    const { id } = request.params as { id: string }
    const { caller } = request
    const response = await reading(request, recordIdOf(id), async (tx, scenario) => {
      const lines = await linesOf(tx, caller.organizationId, scenario.scenario_number)
      return {
        scenario,
        ...(await workOut(tx, caller.organizationId, scenario, lines)),
        reviews: await reviewsOf(tx, caller.organizationId, scenario.scenario_number),
        refused_edit: await refusedEdit(tx, caller, scenario),
        refused_review: await refusedReview(tx, caller, scenario),
      }
    })
    return { response }
  })

  // Works out what is typed, and proposes what a plan begins with; nothing is written.
  app.post('/api/plan-promotions', async (request) => {
    const { id, lines, prefill, stickers } = parseInput(planBody, request.body)
    const { organizationId } = request.caller
    const response = await reading(request, id, async (tx, scenario) => {
      const planned = prefill
        ? await proposedLines(tx, organizationId, scenario, stickers ?? null)
        : (lines ?? (await linesOf(tx, organizationId, scenario.scenario_number)))
      return workOut(tx, organizationId, scenario, planned)
    })
    return { response }
  })

  app.post('/api/plan-promotions-save', async (request) => {
    const { id, row_version: version, lines } = parseInput(saveBody, request.body)
    const { caller } = request
    await demandScreen(services, caller, 'promotion-scenario')
    const response = await db.tenant(caller, async (tx) => {
      const scenario = await scenarioOf(tx, caller.organizationId, id, { locks: true })
      await demandEdit(tx, caller, scenario)
      demandDraft(scenario)
      const next = await takeVersion({ tx, caller }, scenario, version)
      const plan = await keepPlan({ tx, caller }, scenario, lines)
      const count = lines.length
      await say(
        { tx, caller },
        scenario.scenario_number,
        'activity',
        `Plan saved, ${count} ${count === 1 ? 'line' : 'lines'}`,
      )
      return { ...plan, row_version: next }
    })
    return { response, message: await said(services, caller, 'promotion-scenario', 'updated') }
  })

  app.post('/api/promotion-simulation', async (request, reply) => {
    const { id } = parseInput(oneBody, request.body)
    const { organizationId } = request.caller
    const response = await reading(request, id, async (tx, scenario) =>
      workOut(tx, organizationId, scenario, await linesOf(tx, organizationId, scenario.scenario_number)),
    )
    const errors = response.message_log.filter(({ severity }) => severity === 'error').length
    if (errors === 0 && response.lines.length > 0) return { response, message: 'Every line was computed.' }
    const message =
      response.lines.length === 0
        ? 'Nothing is planned yet.'
        : response.totals.faulty > 0
          ? `${response.totals.faulty} of ${response.lines.length} lines could not be computed.`
          : 'Every line was computed, and the plan cannot be submitted as it is.'
    const nothing = { severity: 'error', line_no: null, field: null, message } as const
    const log = response.lines.length === 0 ? [nothing, ...response.message_log] : response.message_log
    const whole = { ...response, message_log: log }
    // The log comes with the refusal: what cannot be computed is what was asked for.
    return reply.code(422).send({ response: whole, error: { code: 'VALIDATION', message, details: whole }, message })
  })

  app.post('/api/promotion-posting', async (request) => {
    const { id, posting_date: date } = parseInput(postingBody, request.body)
    const { caller } = request
    await demandScreen(services, caller, 'promotion-scenario')
    demand(caller, 'promotions.post')
    const response = await db.tenant(
      caller,
      async (tx) =>
        postScenario(
          { tx, caller },
          await scenarioOf(tx, caller.organizationId, id, { locks: true }),
          date ?? today(caller),
        ),
      { again: true },
    )
    const message = response.posted > 0 ? 'Successfully posted' : 'Everything was posted before.'
    return { response, message }
  })

  app.post('/api/costing-simulation', async (request) => {
    const { id, save, justification } = parseInput(costingBody, request.body)
    const { caller } = request
    const { organizationId } = caller
    demand(caller, 'masters.cost')
    const { scenario, costing } = await reading(request, id, async (tx, read) => {
      const lines = await linesOf(tx, organizationId, read.scenario_number)
      const plan = await workOut(tx, organizationId, read, lines)
      const { rates } = await surroundingsOf(tx, organizationId, read, [])
      return { scenario: read, costing: await costingOf(tx, organizationId, read, plan, rates) }
    })
    if (!save) return { response: costing }
    if (costing.lines.length === 0)
      throw new AppError('WRONG_STATE', { message: 'None of its lines has a cost: there is nothing to calculate.' })
    const { api } = await open(request, 'costing')
    const record = await api.create({
      description: scenario.description,
      promotion: scenario.product_line,
      scenario: scenario.scenario_number,
      country: scenario.countries.length === 1 ? scenario.countries[0] : null,
      valid_from: scenario.valid_from,
      valid_to: scenario.valid_to,
      currency: scenario.currency,
      lines: costing.lines,
      other_cost: costing.other_cost,
      justification: justification ?? `As planned in ${scenario.scenario_number}`,
    })
    return { response: { ...costing, costing: record }, message: await said(services, caller, 'costing', 'created') }
  })
}
