import type { RecordHooks } from '../../engine/hooks.ts'
import type { Row } from '../../engine/page.ts'
import { demandEdit } from '../../promotions/access.ts'
import { keepPlan, linesOf } from '../../promotions/plan.ts'
import { toScenario } from '../../promotions/scenario.ts'
import { say } from '../../promotions/talk.ts'
import { sql } from '../../store/sql.ts'

// What nobody writes, and every scenario has.
const begun = {
  status: 'draft',
  line_count: 0,
  cash_cost: '0',
  coverage_cost: '0',
  finance_cost: '0',
  planned_cost: '0',
}

/** Scenarios are planned by those whose lines they are, and always say what their lines cost as they stand. */
export const scenarioHooks: Record<'promotion-scenario', RecordHooks> = {
  'promotion-scenario': {
    beforeWrite: async ({ tx, caller }, values, current) => {
      const next = toScenario({ ...current, ...values } as Row)
      if (current) await demandEdit(tx, caller, toScenario(current))
      else Object.assign(values, begun)
      await demandEdit(tx, caller, next)
      values['market'] = next.countries.join(', ').slice(0, 400)
      const outside = next.territories.findIndex(({ country }) => !next.countries.includes(country))
      if (outside < 0) return []
      const place = next.territories[outside]!
      return [
        {
          path: ['territories', outside, 'country'],
          code: 'outside',
          message: `${place.territory} is in ${place.country}, which is not in the market.`,
        },
      ]
    },
    beforeEdit: ({ tx, caller }, record) => demandEdit(tx, caller, toScenario(record)),
    afterWrite: async (context, record, current) => {
      const { tx, caller } = context
      const scenario = toScenario(record)
      if (!current) {
        await say(context, scenario.scenario_number, 'activity', 'Begun')
        return
      }
      await keepPlan(context, scenario, await linesOf(tx, caller.organizationId, scenario.scenario_number))
      await say(context, scenario.scenario_number, 'activity', 'Header changed')
    },
    beforeDelete: async ({ tx, caller }, records) => {
      for (const record of records) await demandEdit(tx, caller, toScenario(record))
    },
    afterDelete: async ({ tx, caller }, records) => {
      const numbers = records.map((record) => String(record['scenario_number']))
      const own = sql`t.organization_id = ${caller.organizationId} and t.scenario_number = any(${numbers}::text[])`
      await tx.query(sql`delete from promotion_scenario_line t where ${own}`)
      await tx.query(sql`delete from promotion_market_review t where ${own}`)
      await tx.query(sql`delete from promotion_comment t where ${own}`)
    },
  },
}
