import { expect, test } from 'vitest'
import { evened, fractionsOf } from './evened.ts'
import { f } from './f.ts'
import { defineScreen } from './define.ts'
import { normalizeScreen } from './normalize.ts'

const { fields } = normalizeScreen(
  defineScreen({
    name: 'line',
    label: ['Line', 'Lines'],
    area: 'results',
    fields: { code: f.text(), lines: f.integer(), rate: f.percent(), price: f.money(), weight: f.decimal(12, 3) },
  }),
)

test('a column has as many digits as its longest number, up to four; whole columns and texts have none', () => {
  const rows = [
    { code: '1.25', lines: 3, rate: '2.500000', price: '10.0000', weight: '1' },
    { code: '2', lines: 40, rate: '12.75', price: '3.1250', weight: null },
    { code: '3', lines: 1, rate: '1.123456', price: '7', weight: '20.000' },
  ]
  expect(fractionsOf(fields, rows)).toEqual({ rate: 4, price: 3 })
  expect(fractionsOf(fields, [])).toEqual({})
})

test('numbers get the digits that are missing, with the mark of their language, and lose none', () => {
  expect(evened('2.5 %', 2, 'en-GB')).toBe('2.50 %')
  expect(evened('12', 2, 'en-GB')).toBe('12.00')
  expect(evened('-1.234,5', 3, 'de-DE')).toBe('-1.234,500')
  expect(evened('1.123456 %', 4, 'en-GB')).toBe('1.123456 %')
  expect(evened('7', undefined, 'en-GB')).toBe('7')
  expect(evened('', 2, 'en-GB')).toBe('')
})
