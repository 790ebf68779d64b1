import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { comparisonAddress, figureOf, readSecond } from './comparison-address.ts'

const asking = [normalizeField('measure', f.text()), normalizeField('n', f.integer())]
const plain = [normalizeField('n', f.integer())]

test('the figure that is compared is no criterion of the first run', () => {
  const address = comparisonAddress({
    first: { measure: 'quantity', n: 5 },
    second: { measure: 'net_value', n: 10 },
    measure: 'share',
    match: ['name'],
  })
  expect(address.toString()).toBe('measure=quantity&n=5&b.measure=net_value&b.n=10&compare=1&figure=share&match=name')
  expect(figureOf(address, asking)).toBe('share')
  expect(readSecond(address, asking)).toEqual({ measure: 'net_value', n: 10 })
})

test('addresses that were kept before name the figure where that is no criterion', () => {
  expect(figureOf(new URLSearchParams('measure=share'), plain)).toBe('share')
  expect(figureOf(new URLSearchParams('measure=share'), asking)).toBeNull()
})
