import { expect } from 'vitest'
import { promotionApp, type PromotionRow } from './promotion-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A scenario as its grid, or what works it out, answers it. */
export type Plan = Record<string, unknown> & {
  lines: (Record<string, unknown> & { line_no: number; material_number: string })[]
  totals: Record<string, unknown>
  markets: Record<string, unknown>[]
  message_log: { severity: string; line_no: number | null; message: string }[]
  scenario: PromotionRow
}

/** The product with the masters of promotions, and short ways to plan, move and post scenarios. */
export async function scenarioApp() {
  const it = await promotionApp()
  const responseOf = async (method: Method, path: string, body?: object, as = 'planner') => {
    const answer = await it.call(method, path, body, as)
    expect([answer.status < 300, answer.body.error?.message, answer.body.error?.issues], path).toEqual([
      true,
      undefined,
      undefined,
    ])
    return answer.body.response as unknown as Plan
  }
  const refusal = async (method: Method, path: string, body?: object, as = 'planner') => {
    const { status, body: answer } = await it.call(method, path, body, as)
    return [status, answer.error?.issues?.[0]?.message ?? answer.message]
  }
  const gridOf = (id: number, as = 'planner') => responseOf('GET', `promotion/scenario/grids/${id}`, undefined, as)
  const begun = (more: object = {}) =>
    it.made('promotion/scenario', {
      description: 'Spring mowers',
      product_line: 'Mowers',
      countries: [{ country: 'Norway' }],
      valid_from: '2027-03-01',
      valid_to: '2027-04-30',
      ...more,
    })
  const move = (id: number, status: string, as = 'planner') =>
    responseOf('PUT', `promotion/${id}/update-status/${status}`, {}, as)
  return {
    ...it,
    responseOf,
    /** Status of a call that is refused, and why. */
    refusal,
    gridOf,
    begun,
    move,
    /** A scenario with the lines that SPRING proposes, so many units of each. */
    planned: async (units: readonly string[]): Promise<{ id: number; number: string; plan: Plan }> => {
      const scenario = await begun()
      const proposed = await responseOf('POST', 'plan-promotions', { id: scenario.id, prefill: true })
      const lines = proposed.lines.map((line, at) => ({ ...line, volume: units[at] ?? '0' }))
      const { row_version } = (await gridOf(scenario.id)).scenario
      const plan = await responseOf('POST', 'plan-promotions-save', { id: scenario.id, row_version, lines })
      return { id: scenario.id, number: String(scenario['scenario_number']), plan }
    },
    approve: async (id: number) => {
      await move(id, 'in_review')
      await responseOf('PUT', 'promotion/review/market-status', { id, country: 'Norway', status: 'approved' }, 'ada')
      await move(id, 'approved', 'ada')
    },
    /** Type, kind, month and amount of a scenario's accruals. */
    postings: async (number: string) =>
      (await it.recordsOf(`promotion/postings?scenario_number=${number}&sort=posting_number&limit=100`)).map(
        (row) => [row['posting_type'], row['cost_type'], row['period_from'], Number(row['amount']).toFixed(2)] as const,
      ),
  }
}
