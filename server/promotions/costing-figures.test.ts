import { expect, test } from 'vitest'
import fc from 'fast-check'
import { costingFigures } from './costing-figures.ts'

const line = {
  baseline_quantity: '100',
  planned_quantity: '180',
  list_price: '10',
  promotional_price: '8',
  unit_cost: '5',
  funding: '0.5',
}

test('the lower price is given away on every unit, the units more bring their margin', () =>
  // 180 × 2 given away, 180 × 0.5 funded, 80 × 5 earned more.
  expect(costingFigures([line], ['25', null, '15.005'])).toEqual({
    uplift_percent: '80',
    planned_value: '1440.00',
    price_reduction: '360.00',
    funded: '90.00',
    fixed_cost: '40.01',
    promotion_cost: '310.01',
    incremental_margin: '400.00',
    contribution: '89.99',
    return_percent: '29.03',
  }))

test('without sales to compare with, or without cost, there is no percentage', () => {
  const launch = costingFigures([{ ...line, baseline_quantity: '0' }], [])
  expect(launch.uplift_percent).toBeNull()
  const free = costingFigures([{ ...line, funding: '2' }], [])
  expect([free.promotion_cost, free.contribution, free.return_percent]).toEqual(['0.00', '400.00', null])
  expect(costingFigures([], ['10'])).toMatchObject({
    promotion_cost: '10.00',
    contribution: '-10.00',
    uplift_percent: null,
  })
})

test('the contribution is the margin with the promotion less the margin without it and the fixed cost', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(5000), fc.nat(5000), fc.nat(9999), fc.nat(9999), fc.nat(9999), fc.nat(500)), {
        maxLength: 8,
      }),
      fc.nat(1_000_000),
      (rows, fixed) => {
        const cents = (value: number) => (value / 100).toFixed(2)
        const lines = rows.map(([without, along, list, offer, cost, funding]) => ({
          baseline_quantity: String(without),
          planned_quantity: String(along),
          list_price: cents(list),
          promotional_price: cents(offer),
          unit_cost: cents(cost),
          funding: cents(funding),
        }))
        const found = costingFigures(lines, [cents(fixed)])
        const margins = rows.reduce(
          (total, [without, along, list, offer, cost, funding]) =>
            total + along * (offer - cost + funding) - without * (list - cost),
          0,
        )
        expect(Math.round(Number(found.contribution) * 100)).toBe(margins - fixed)
      },
    ),
  ))
