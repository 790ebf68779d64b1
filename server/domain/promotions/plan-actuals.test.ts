import { expect, test } from 'vitest'
import { amount } from '../calculation/amount.ts'
import { actualTotals, planActuals, type Compared, type PlannedGoods, type SoldGoods } from './plan-actuals.ts'

const planned = (material: string | null, more: Partial<PlannedGoods> = {}): PlannedGoods => ({
  country: 'Germany',
  material_number: material,
  group_code: null,
  units: amount(90),
  sales: amount(900),
  cost: amount(180),
  beside: amount(90),
  costPerUnit: amount(2),
  besidePerUnit: amount(1),
  goodsCost: amount(540),
  ...more,
})
const sold = (material: string, units: number, more: Partial<SoldGoods> = {}): SoldGoods => ({
  country: 'Germany',
  material_number: material,
  units: amount(units),
  sales: amount(units * 10),
  goodsCost: amount(units * 6),
  ...more,
})
const elapsed = { days: 90, passed: 30, currency: 'EUR' }
const words = (figure: Compared | null) =>
  figure && [figure.plan, figure.due, figure.actual, figure.difference].map((value) => value.toFixed())

test('what was sold is held against the plan up to the day', () => {
  const [row] = planActuals([planned('A')], [sold('A', 25), sold('A', 10, { sales: amount(95) })], new Map(), elapsed)
  expect(words(row!.units)).toEqual(['90', '30', '35', '5'])
  expect(words(row!.sales)).toEqual(['900', '300', '345', '45'])
  expect(words(row!.cost)).toEqual(['180', '60', '70', '10'])
  // 900 - 540 - 90 planned; 345 less 35 × 6 and 35 × 1.
  expect(words(row!.margin)).toEqual(['270', '90', '100', '10'])
  const over = planActuals([planned('A')], [], new Map(), { ...elapsed, passed: 90 })[0]!
  expect(words(over.units)).toEqual(['90', '90', '0', '-90'])
})

test('a sale counts once: for its material where that is planned, else for a group that holds it', () => {
  const goods = [planned('A'), planned(null, { group_code: 'G', goodsCost: null })]
  const members = new Map([['G', new Set(['A', 'B'])]])
  const rows = planActuals(
    goods,
    [sold('A', 3), sold('B', 4), sold('C', 5), sold('B', 6, { country: 'France' })],
    members,
    elapsed,
  )
  expect(rows.map(({ units }) => units.actual.toNumber())).toEqual([3, 4])
  // No cost is known of a group.
  expect(rows[1]!.margin).toBeNull()
  const totals = actualTotals(rows)
  expect([totals.units.actual.toNumber(), words(totals.margin)]).toEqual([7, words(rows[0]!.margin)])
})

test('a plan that does not divide is spread to the minor unit, and what cannot be costed has no margin', () => {
  const [row] = planActuals(
    [planned('A', { sales: amount('100.01') })],
    [sold('A', 1, { goodsCost: null })],
    new Map(),
    elapsed,
  )
  expect([row!.sales.due.toFixed(), row!.margin]).toEqual(['33.34', null])
})
