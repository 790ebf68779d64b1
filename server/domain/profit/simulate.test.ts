import { expect, test } from 'vitest'
import { changeFactors } from './simulate.ts'

const none = { price: '0', cost: '0', volume: '0', other: '0', elasticity: '0' }
const told = (change: Partial<typeof none>) =>
  Object.fromEntries(Object.entries(changeFactors({ ...none, ...change })).map(([kind, by]) => [kind, by.toNumber()]))

test('without a change nothing moves', () => expect(new Set(Object.values(told({})))).toEqual(new Set([1])))

test('revenue moves with price and volume, cost with its own change and the volume, what is fixed with neither', () =>
  expect(told({ price: '5', cost: '-2', volume: '10', other: '3' })).toEqual({
    price: 1.155,
    discount: 1.155,
    rebate: 1.155,
    volume: 1.1,
    cost: 1.078,
    freight: 1.133,
    other: 1.03,
  }))

test('an elasticity of -1.5 takes 7.5 percent of the volume for 5 percent of price, and never more than there is', () => {
  expect(told({ price: '5', elasticity: '-1.5' })).toMatchObject({ volume: 0.925, price: 0.97125, other: 1 })
  expect(told({ price: '90', elasticity: '-2' })).toMatchObject({ volume: 0, price: 0 })
})
