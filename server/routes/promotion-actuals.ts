import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { can, demand } from '../authorize.ts'
import { dayIn } from '../caller-day.ts'
import { demandUse } from '../engine/screen-access.ts'
import { andSeen } from '../engine/seen-rows.ts'
import { parseInput } from '../parse-input.ts'
import { figuresTold, scenarioActuals } from '../promotions/actuals.ts'
import { scenarioOf } from '../promotions/scenario.ts'
import type { Services } from '../services.ts'
import { screenOpener } from './opened-screen.ts'
import { recordIdOf } from './record-request.ts'

const query = z.object({
  country: z.string().max(60).optional(),
  search: z.string().trim().max(100).default(''),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

const mostMembers = 100

/** What was sold of a scenario beside what it plans. */
export function promotionActualRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)

  app.get('/api/promotion/scenario/actuals/:id', async (request) => {
    const { id } = request.params as { id: string }
    const { caller } = request
    const { country, search, page, limit } = parseInput(query, request.query)
    demand(caller, 'promotions.read')
    const { screen, screens } = await open(request, 'sales-data')
    demandUse(caller, screen, 'read')
    const asking = {
      organizationId: caller.organizationId,
      seesCosts: can(caller, 'masters.cost'),
      today: dayIn(caller.zone, Date.now()),
      seen: andSeen(screen, caller, screens),
    }
    const { scenario, found } = await db.tenant(
      caller,
      async (tx) => {
        const asked = await scenarioOf(tx, caller.organizationId, recordIdOf(id))
        return { scenario: asked, found: await scenarioActuals(tx, asking, asked) }
      },
      { readOnly: true },
    )
    const { rows, totals, markets, names, members, ...about } = found
    const nameOf = (material: string | null): string | null =>
      material === null ? null : (names.get(material) ?? null)
    const words = search.toLowerCase()
    const wanted = rows
      .filter((row) => country === undefined || row.country === country)
      .filter(
        ({ material_number: material, group_code: group }) =>
          words === '' || [material, group, nameOf(material)].some((one) => one?.toLowerCase().includes(words)),
      )
      // What is farthest from its plan first.
      .toSorted((a, b) => b.sales.difference.abs().cmp(a.sales.difference.abs()))
    const records = wanted.slice((page - 1) * limit, page * limit).map((row) => ({
      country: row.country,
      material_number: row.material_number,
      group_code: row.group_code,
      name: nameOf(row.material_number),
      materials: row.group_code === null ? null : [...(members.get(row.group_code) ?? [])].slice(0, mostMembers),
      ...figuresTold(row),
    }))
    return {
      response: {
        ...about,
        currency: scenario.currency,
        sees_costs: asking.seesCosts,
        totals: figuresTold(totals),
        markets: markets.map((market) => ({ country: market.country, ...figuresTold(market) })),
        records,
        total_record: wanted.length,
      },
    }
  })
}
