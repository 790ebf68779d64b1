import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { can } from '../authorize.ts'
import { counts } from '../engine/count-cache.ts'
import { said } from '../engine/messages/said.ts'
import { AppError, type Issue } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { demandEdit, refusedReview } from '../promotions/access.ts'
import { accessGrid, accessOf, giveAccess, unknownNames } from '../promotions/access-grid.ts'
import { scenarioOf } from '../promotions/scenario.ts'
import { saidOf, say } from '../promotions/talk.ts'
import type { Services } from '../services.ts'
import { demandScreen } from './demand-screen.ts'

const names = z.array(z.string().min(1).max(254)).max(500)
const gridBody = z.object({ users: names.optional(), product_lines: names.optional() })
const row = z.object({
  user_email: z.string().min(1).max(254),
  product_line: z.string().min(1).max(60),
  may_edit: z.boolean(),
  may_review: z.boolean().default(false),
})
const accessBody = z.object({ grid: z.array(row).min(1).max(5000) })
const accessQuery = z.object({ user: z.string().max(254).optional() })
const country = z.string().max(60).nullable().default(null)
const retrieveBody = z.object({ id: recordNumber, country })
const saveBody = z.object({
  id: recordNumber,
  country,
  comment: z.string().trim().min(1, 'Write something first.').max(4000),
})

/** Cells that stand in a grid before: what is given by one may be taken by another. */
function twiceIn(grid: readonly z.output<typeof row>[]): Issue[] {
  const known = new Set<string>()
  return grid.flatMap(({ user_email: email, product_line: line }, at) => {
    const key = JSON.stringify([email, line])
    if (known.has(key))
      return [{ path: ['grid', at], code: 'duplicate', message: `${line} is told of ${email} before` }]
    known.add(key)
    return []
  })
}

/** Who plans and reviews which product lines, and what people say of scenarios. */
export function promotionAccessRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  app.post('/api/promotion/access-grid', async ({ caller, body }) => {
    await demandScreen(services, caller, 'promotion-user-access')
    const asked = parseInput(gridBody, body)
    return {
      response: await db.tenant(caller, (tx) => accessGrid(tx, caller.organizationId, asked), { readOnly: true }),
    }
  })

  app.get('/api/promotion/user-access', async ({ caller, query }) => {
    await demandScreen(services, caller, 'promotion-user-access')
    const { user = caller.email } = parseInput(accessQuery, query)
    const records = await db.tenant(caller, (tx) => accessOf(tx, caller.organizationId, user), { readOnly: true })
    return { response: { records, total_record: records.length, may_give: can(caller, 'promotions.access') } }
  })

  app.post('/api/promotion/user-access', async ({ caller, body }) => {
    await demandScreen(services, caller, 'promotion-user-access', 'update')
    const { grid } = parseInput(accessBody, body)
    const twice = twiceIn(grid)
    if (twice.length > 0) throw new AppError('VALIDATION', { issues: twice })
    const response = await db.tenant(caller, async (tx) => {
      const unknown = await unknownNames(tx, caller.organizationId, grid)
      if (unknown.length > 0)
        throw new AppError('VALIDATION', {
          issues: unknown.map(({ at, field, value }) => ({
            path: ['grid', at, field],
            code: 'unknown',
            message: `There is no ${value}`,
          })),
        })
      const changed = await giveAccess(tx, caller, grid)
      tx.afterCommit(() => counts.forget('promotion_user_access', caller.organizationId))
      return { changed }
    })
    return { response, message: await said(services, caller, 'promotion-user-access', 'updated') }
  })

  app.post('/api/promotion/comments-retrieve', async ({ caller, body }) => {
    await demandScreen(services, caller, 'promotion-scenario')
    const { id, country: of } = parseInput(retrieveBody, body)
    const records = await db.tenant(
      caller,
      async (tx) =>
        saidOf(tx, caller.organizationId, (await scenarioOf(tx, caller.organizationId, id)).scenario_number, of),
      { readOnly: true },
    )
    return { response: { records, total_record: records.length } }
  })

  app.post('/api/promotion/comments-save', async ({ caller, body }) => {
    await demandScreen(services, caller, 'promotion-scenario')
    const { id, country: of, comment } = parseInput(saveBody, body)
    const records = await db.tenant(caller, async (tx) => {
      const scenario = await scenarioOf(tx, caller.organizationId, id, { locks: true })
      // Those who decide have something to say as well as those who plan.
      if ((await refusedReview(tx, caller, scenario)) !== null) await demandEdit(tx, caller, scenario)
      if (of !== null && !scenario.countries.includes(of)) {
        const message = `${of} is not in the market of ${scenario.scenario_number}.`
        throw new AppError('VALIDATION', { message, issues: [{ path: ['country'], code: 'unknown', message }] })
      }
      await say({ tx, caller }, scenario.scenario_number, 'comment', comment, of)
      return saidOf(tx, caller.organizationId, scenario.scenario_number, null)
    })
    const message = await said(services, caller, 'promotion-comment', 'created')
    return { response: { records, total_record: records.length }, message }
  })
}
