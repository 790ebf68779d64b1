import { expect, test } from 'vitest'
import { choosePrice, comparePrices, type PriceCandidate } from './choose-price.ts'

let last = 0

const price = (priceList: string, unitPrice: string, more: Partial<PriceCandidate> = {}): PriceCandidate => ({
  id: (last += 1),
  priceList,
  priority: 50,
  keys: [],
  quantityFrom: '0',
  unitPrice,
  validFrom: '2026-01-01',
  ...more,
})

const told = (candidates: readonly PriceCandidate[], quantity = '1') => {
  const choice = choosePrice(candidates, quantity)
  return choice && [choice.chosen.priceList, choice.chosen.unitPrice, choice.by, choice.others.map((one) => one.lostBy)]
}

test('a list with a smaller number goes before, whatever its price', () => {
  const standard = price('STANDARD', '90', { priority: 90, keys: ['customer_number=1'] })
  const promotion = price('PROMOTION', '95', { priority: 10 })
  expect(told([standard, promotion])).toEqual(['PROMOTION', '95', 'priority', ['priority']])
})

test('in lists of the same priority the price with more keys goes before a lower one', () => {
  const everybody = price('A', '80')
  const group = price('A', '85', { keys: ['customer_group=Key'] })
  const own = price('B', '88', { keys: ['customer_number=1', 'country=Spain'] })
  expect(told([everybody, group, own])).toEqual(['B', '88', 'specificity', ['specificity', 'specificity']])
})

test('then the lowest price, as a number and not as a text, and then the newest', () => {
  expect(told([price('A', '9.5'), price('B', '10.25')])).toEqual(['A', '9.5', 'price', ['price']])
  const older = price('A', '10.00')
  const newer = price('B', '10', { validFrom: '2026-07-01' })
  expect(told([older, newer])).toEqual(['B', '10', 'newest', ['newest']])
  expect(told([price('A', '10'), price('B', '10')])).toEqual(['A', '10', 'first', ['first']])
})

test('of the breaks of one price the highest counts that the quantity reaches, also for what comes back', () => {
  const breaks = [
    price('A', '10', { quantityFrom: '0' }),
    price('A', '9', { quantityFrom: '100' }),
    price('A', '8', { quantityFrom: '500' }),
  ]
  expect(told(breaks, '99.999')).toEqual(['A', '10', 'only', []])
  expect(told(breaks, '100')).toEqual(['A', '9', 'only', []])
  expect(told(breaks, '-600')).toEqual(['A', '8', 'only', []])
  // The lower break of one list does not stand against the higher break of another.
  expect(told([...breaks, price('B', '9.5')], '100')).toEqual(['A', '9', 'price', ['price']])
})

test('there may be none', () => {
  expect(choosePrice([price('A', '10', { quantityFrom: '10' })], '9')).toBeNull()
})

test('every order of the same prices has the same winner', () => {
  const all = [price('A', '10'), price('B', '9', { priority: 60 }), price('C', '9.9', { keys: ['country=Spain'] })]
  const winners = [all, all.toReversed(), [all[1]!, all[2]!, all[0]!]].map((some) => told(some)![0])
  expect(winners).toEqual(['C', 'C', 'C'])
  expect(comparePrices(all[0]!, all[0]!)).toEqual({ order: 0, by: 'first' })
})
