import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../authorize.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { linesOf, workOut } from '../promotions/plan.ts'
import { differencesWorkbook, vistexWorkbook, type Planned } from '../promotions/plan-files.ts'
import { scenarioOf } from '../promotions/scenario.ts'
import type { Services } from '../services.ts'
import { demandScreen } from './demand-screen.ts'
import { sendFile } from './download.ts'

const compareBody = z.object({
  scenarios: z
    .array(recordNumber)
    .min(2, 'Choose two scenarios at least.')
    .max(10)
    .refine((ids) => new Set(ids).size === ids.length, 'Choose different scenarios.'),
})

/** Plans as files. */
export function promotionFileRoutes(app: FastifyInstance, services: Services): void {
  const planned = async (caller: Caller, ids: readonly number[]): Promise<Planned[]> => {
    await demandScreen(services, caller, 'promotion-scenario')
    return services.db.tenant(
      caller,
      async (tx) => {
        const found: Planned[] = []
        for (const id of ids) {
          const scenario = await scenarioOf(tx, caller.organizationId, id)
          const lines = await linesOf(tx, caller.organizationId, scenario.scenario_number)
          found.push({ scenario, plan: await workOut(tx, caller, scenario, lines) })
        }
        return found
      },
      { readOnly: true },
    )
  }

  app.post('/api/promotion/download-compare-data', async ({ caller, body }, reply) => {
    const { scenarios } = parseInput(compareBody, body)
    const file = await differencesWorkbook(await planned(caller, scenarios))
    return sendFile(reply, 'xlsx', 'differences.xlsx', Readable.from([Buffer.from(file)]))
  })

  app.post('/api/promotion/vistex-download', async ({ caller, body }, reply) => {
    const { id } = parseInput(z.object({ id: recordNumber }), body)
    const [one] = await planned(caller, [id])
    const file = await vistexWorkbook(one!)
    return sendFile(reply, 'xlsx', `vistex-${one!.scenario.scenario_number}.xlsx`, Readable.from([Buffer.from(file)]))
  })
}
