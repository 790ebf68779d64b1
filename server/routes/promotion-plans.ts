import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { demand, type Caller } from '../authorize.ts'
import { dayIn } from '../caller-day.ts'
import { changedPlan } from '../domain/promotions/plan-changes.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { demandDraft, demandEdit, refusedEdit, refusedReview } from '../promotions/access.ts'
import { postScenario } from '../promotions/accruals.ts'
import { costingOf } from '../promotions/costing-of.ts'
import { keepPlan, linesBehind, linesOf, takeVersion, workOut } from '../promotions/plan.ts'
import { surroundingsOf } from '../promotions/plan-surroundings.ts'
import { mostLines, proposedLines } from '../promotions/prefill.ts'
import { mostShown, presented } from '../promotions/presented-plan.ts'
import { reviewsFor } from '../promotions/reviews.ts'
import { savePlanChanges } from '../promotions/save-plan.ts'
import { scenarioOf, type Scenario } from '../promotions/scenario.ts'
import { say } from '../promotions/talk.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { demandScreen } from './demand-screen.ts'
import { screenOpener } from './opened-screen.ts'
import { planChanges } from './plan-changes-body.ts'
import { planLine } from './plan-line.ts'
import { recordIdOf } from './record-request.ts'

const day = z.iso.date()
const planBody = z.object({
  id: recordNumber,
  lines: z.array(planLine).max(mostLines).optional(),
  changes: planChanges(mostLines).optional(),
  prefill: z.boolean().default(false),
  stickers: z.array(z.string().max(30)).max(500).optional(),
})
const saveBody = z.object({
  id: recordNumber,
  row_version: z.int().positive(),
  lines: z.array(planLine).max(mostLines).optional(),
  changes: planChanges(mostLines).prefault({}),
  prefill: z.boolean().default(false),
})
const behindQuery = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(mostShown).default(mostShown),
})
const oneBody = z.object({ id: recordNumber })
const postingBody = oneBody.extend({ posting_date: day.optional() })
const costingBody = oneBody.extend({
  save: z.boolean().default(false),
  justification: z.string().trim().min(1).max(4000).optional(),
})

const mostLeftOut = 200

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
        ...presented(await workOut(tx, caller, scenario, lines)),
        reviews: await reviewsFor(tx, caller, scenario),
        refused_edit: await refusedEdit(tx, caller, scenario),
        refused_review: await refusedReview(tx, caller, scenario),
      }
    })
    return { response }
  })

  app.get('/api/promotion/scenario/grids/:id/lines', async (request) => {
    const { id } = request.params as { id: string }
    const asked = parseInput(behindQuery, request.query)
    const response = await reading(request, recordIdOf(id), async (tx, scenario) => ({
      row_version: scenario.row_version,
      ...(await linesBehind(tx, request.caller, scenario, asked)),
    }))
    return { response }
  })

  // Works out what is typed, and proposes what a plan begins with; nothing is written.
  app.post('/api/plan-promotions', async (request) => {
    const { id, lines, changes, prefill, stickers } = parseInput(planBody, request.body)
    const { caller } = request
    const response = await reading(request, id, async (tx, scenario) => {
      if (prefill) {
        const proposed = await proposedLines(tx, caller.organizationId, scenario, stickers ?? null)
        return presented(await workOut(tx, caller, scenario, proposed))
      }
      const planned = lines ?? (await linesOf(tx, caller.organizationId, scenario.scenario_number))
      if (!changes) return presented(await workOut(tx, caller, scenario, planned))
      const { lines: changed, touched } = changedPlan(planned, changes)
      const plan = await workOut(tx, caller, scenario, changed)
      return presented(
        plan,
        plan.lines.filter(({ line_no: no }) => touched.has(no)),
      )
    })
    return { response }
  })

  app.post('/api/plan-promotions-save', async (request) => {
    const { id, row_version: version, lines, changes, prefill } = parseInput(saveBody, request.body)
    const { caller } = request
    await demandScreen(services, caller, 'promotion-scenario')
    const response = await db.tenant(caller, async (tx) => {
      const scenario = await scenarioOf(tx, caller.organizationId, id, { locks: true })
      await demandEdit(tx, caller, scenario)
      demandDraft(scenario)
      if (!lines) return savePlanChanges({ tx, caller }, scenario, { row_version: version, prefill, ...changes })
      const next = await takeVersion({ tx, caller }, scenario, version)
      const numbered = lines.map((line, at) => ({ ...line, line_no: at + 1 }))
      const plan = await keepPlan({ tx, caller }, scenario, numbered)
      const count = lines.length
      await say(
        { tx, caller },
        scenario.scenario_number,
        'activity',
        `Plan saved, ${count} ${count === 1 ? 'line' : 'lines'}`,
      )
      return { ...presented(plan), row_version: next, merged: false, touched: count }
    })
    return { response, message: await said(services, caller, 'promotion-scenario', 'updated') }
  })

  app.post('/api/promotion-simulation', async (request, reply) => {
    const { id } = parseInput(oneBody, request.body)
    const { caller } = request
    const response = await reading(request, id, async (tx, scenario) =>
      presented(
        await workOut(tx, caller, scenario, await linesOf(tx, caller.organizationId, scenario.scenario_number)),
      ),
    )
    const errors = response.message_counts.error
    if (errors === 0 && response.line_count > 0) return { response, message: 'Every line was computed.' }
    const message =
      response.line_count === 0
        ? 'Nothing is planned yet.'
        : response.totals.faulty > 0
          ? `${response.totals.faulty} of ${response.line_count} lines could not be computed.`
          : 'Every line was computed, and the plan cannot be submitted as it is.'
    const nothing = { severity: 'error', line_no: null, field: null, message } as const
    const log = response.line_count === 0 ? [nothing, ...response.message_log] : response.message_log
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
      const plan = await workOut(tx, caller, read, lines)
      const { rates } = await surroundingsOf(tx, organizationId, read, [])
      return { scenario: read, costing: await costingOf(tx, organizationId, read, plan, rates) }
    })
    const told = {
      ...costing,
      left_out: costing.left_out.slice(0, mostLeftOut),
      left_out_count: costing.left_out.length,
    }
    if (!save) return { response: told }
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
    return { response: { ...told, costing: record }, message: await said(services, caller, 'costing', 'created') }
  })
}
