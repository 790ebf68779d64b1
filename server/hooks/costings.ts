import type { RecordHooks } from '../engine/hooks.ts'
import { costingFigures, type CostingLine } from '../promotions/costing-figures.ts'

const fixed = ['advertising', 'display', 'samples', 'logistics', 'other_cost'] as const

/** A costing always says what it comes to: nobody approves an amount that is not the one of its lines. */
export const costingHooks: Record<'costing', RecordHooks> = {
  costing: {
    beforeWrite: (_context, values, current) => {
      const next: Readonly<Record<string, unknown>> = { ...current, ...values }
      const lines = (next['lines'] ?? []) as readonly CostingLine[]
      const costs = fixed.map((name) => next[name] as string | null | undefined)
      Object.assign(values, costingFigures(lines, costs))
      return Promise.resolve([])
    },
  },
}
