import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marginVariance, type VarianceItem } from './margin-variance.ts'

const item = (
  key: string,
  b: readonly [number, number, number],
  a: readonly [number, number, number],
  rate: string | number = 1,
): VarianceItem => ({
  key,
  quantity_b: b[0],
  net_b: b[1],
  cost_b: b[2],
  quantity_a: a[0],
  net_a: a[1],
  cost_a: a[2],
  constant_rate: rate,
})

const shown = (items: readonly VarianceItem[], key: string) =>
  Object.fromEntries(
    Object.entries(marginVariance(items).get(key)!).map(([name, value]) => [name, value.toDecimalPlaces(6).toNumber()]),
  )

test('price and cost at the new quantity, quantity at the old mix, mix by what moved between products', () => {
  // X: 100 at 10 less 6, then 120 at 11 less 6.5. Y: 100 at 20 less 10, then 60 at 20 less 10.
  const items = [item('X', [100, 1000, 600], [120, 1320, 780]), item('Y', [100, 2000, 1000], [60, 1200, 600])]
  expect(shown(items, 'X')).toMatchObject({
    price: 120,
    cost: -60,
    quantity: -40,
    mix: 120,
    margin_b: 400,
    margin_a: 540,
  })
  expect(shown(items, 'Y')).toMatchObject({
    price: 0,
    cost: 0,
    quantity: -100,
    mix: -300,
    margin_b: 1000,
    margin_a: 600,
  })
})

test('what is new, what is lost and what exchange rates made have buckets of their own', () => {
  expect(shown([item('N', [0, 0, 0], [5, 50, 30])], 'N')).toMatchObject({ new_products: 20, price: 0, quantity: 0 })
  expect(shown([item('L', [5, 50, 30], [0, 0, 0])], 'L')).toMatchObject({ lost_products: -20 })
  // In its own currency nothing changed; the rate went from 1.0 to 1.25.
  expect(shown([item('C', [10, 100, 60], [10, 125, 75], 0.8)], 'C')).toMatchObject({
    currency: 10,
    price: 0,
    cost: 0,
    quantity: 0,
    mix: 0,
  })
  // A credit note without a quantity is a matter of price.
  expect(shown([item('Z', [0, 0, 0], [0, -15, 0])], 'Z')).toMatchObject({ price: -15, new_products: 0 })
})

const amount = fc.integer({ min: -100_000, max: 100_000 })
const anyItem = fc
  .tuple(
    fc.constantFrom('A', 'B', 'C'),
    amount,
    amount,
    amount,
    amount,
    amount,
    amount,
    fc.integer({ min: 50, max: 150 }),
  )
  .map(([key, qb, nb, cb, qa, na, ca, rate]) => item(key, [qb, nb, cb], [qa, na, ca], rate / 100))

test('whatever was sold, the buckets of each place add up to the difference of its margins', () =>
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 20 }), (items) => {
      for (const buckets of marginVariance(items).values()) {
        const { margin_a, margin_b, ...causes } = buckets
        const total = Object.values(causes).reduce((left, right) => left.plus(right))
        expect(total.minus(margin_a).plus(margin_b).abs().toNumber()).toBeLessThan(1e-20)
      }
    }),
  ))

test('two equal periods differ by nothing at all', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 999 }), amount, amount), { minLength: 1, maxLength: 9 }),
      (rows) => {
        const items = rows.map(([quantity, net, cost], at) =>
          item(String(at), [quantity, net, cost], [quantity, net, cost]),
        )
        for (const { margin_a: _a, margin_b: _b, ...causes } of marginVariance(items).values())
          for (const cause of Object.values(causes)) expect(cause.abs().toNumber()).toBeLessThan(1e-20)
      },
    ),
  ))
