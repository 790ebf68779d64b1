import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '../calculation/amount.ts'
import { addedUp, atPlanRates, costsBy, lineCost, planCost, type PlanLine } from './plan-lines.ts'

const line = (more: Partial<PlanLine> = {}): PlanLine => ({
  line_no: 1,
  sticker_code: 'SPR27-M-DE',
  country: 'Germany',
  territory: null,
  material_number: '100142',
  group_code: null,
  baseline_volume: null,
  volume: '100',
  financed_percent: '60',
  list_price: '12500',
  support_per_unit: '500',
  coverage_per_unit: '180',
  buydown_percent: '8.6916',
  currency: 'EUR',
  ...more,
})
const written = (cost: ReturnType<typeof lineCost>) => Object.values(cost).map((part) => part.toFixed(2))
const euroOnly = {
  rates: [{ from_currency: 'GBP', to_currency: 'EUR', valid_from: '0001-01-01', rate: '1.16', per_units: 1 }],
  reference: 'EUR',
}

test('a line costs its support, its coverage and the buydown of what is financed', () => {
  // 100 × 500, 100 × 180, 60 financed × 12,500 × 8.6916 %.
  expect(written(lineCost(line()))).toEqual(['50000.00', '18000.00', '65187.00', '133187.00'])
  expect(written(lineCost(line({ volume: null })))).toEqual(['0.00', '0.00', '0.00', '0.00'])
  // Half a yen is none: 3 × 0.5 is 2 yen.
  expect(
    lineCost(
      line({ currency: 'JPY', volume: '3', support_per_unit: '0.5', coverage_per_unit: null, financed_percent: null }),
    ).total.toFixed(),
  ).toBe('2')
})

test('a plan counts at its own rates, part by part, and not at all without a rate', () => {
  const cost = lineCost(line({ currency: 'GBP', financed_percent: null }))
  expect(written(planCost(cost, 'GBP', 'EUR', euroOnly)!)).toEqual(['58000.00', '20880.00', '0.00', '78880.00'])
  expect(planCost(cost, 'SEK', 'EUR', euroOnly)).toBeNull()
  expect(atPlanRates(amount('116'), 'EUR', 'GBP', euroOnly)?.toFixed()).toBe('100')
})

const money = fc.integer({ min: 0, max: 900_000 }).map((cents) => (cents / 100).toFixed(2))
const anyLine = fc
  .record({
    volume: fc.integer({ min: 0, max: 5000 }).map(String),
    support_per_unit: money,
    coverage_per_unit: money,
    list_price: money,
    financed_percent: fc.integer({ min: 0, max: 100 }).map(String),
    buydown_percent: fc.integer({ min: 0, max: 200_000 }).map((parts) => (parts / 10_000).toFixed(4)),
    country: fc.constantFrom('Germany', 'France', 'Sweden'),
    sticker_code: fc.constantFrom('A', 'B'),
    currency: fc.constantFrom('EUR', 'GBP'),
  })
  .map(line)

test('costs by line, country and sticker add up to the same total, in the currency of the plan as well', () =>
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 40 }), (lines) => {
      const costs = lines.map((one) => ({ one, cost: planCost(lineCost(one), one.currency, 'EUR', euroOnly)! }))
      const total = addedUp(costs.map(({ cost }) => cost))
      for (const key of ['country', 'sticker_code', 'currency'] as const) {
        const groups = costsBy(
          costs,
          ({ one }) => String(one[key]),
          ({ cost }) => cost,
        )
        expect(written(addedUp([...groups.values()]))).toEqual(written(total))
      }
      expect(total.cash.plus(total.coverage).plus(total.finance).eq(total.total)).toBe(true)
      // A clone has the same lines, and costs the same whatever their order.
      expect(written(addedUp(costs.toReversed().map(({ cost }) => cost)))).toEqual(written(total))
    }),
  ))
