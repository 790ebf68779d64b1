import { expect, test } from 'vitest'
import { figureWords } from './figure-words.ts'

const figure = (count: number | null, ...amounts: [currency: string | null, amount: string][]) => ({
  screen: 's',
  label: 'L',
  path: '/l',
  count,
  amounts: amounts.map(([currency, amount]) => ({ currency, amount })),
})

test('a figure that only counts is its number', () => {
  expect(figureWords({ ...figure(12_345), amounts: null }, 'en-GB')).toEqual({ value: '12,345', note: '', whole: null })
})

test('large amounts are shortened and told whole, in the words of the reader', () => {
  const sum = figure(3, ['EUR', '1234567.8900'])
  expect(figureWords(sum, 'en-US')).toEqual({ value: '1.2M EUR', note: 'in 3 records', whole: '1,234,567.89 EUR' })
  expect(figureWords(sum, 'de-DE').value.replace(/\s/g, ' ')).toBe('1,2 Mio. EUR')
  expect(figureWords(figure(1, [null, '-999999.6']), 'en-GB')).toMatchObject({
    value: '-1,000,000',
    note: 'in 1 record',
  })
})

test('amounts of several currencies are never added up', () => {
  const { value, note, whole } = figureWords(figure(5, ['EUR', '10'], ['USD', '2000000'], ['GBP', '1']), 'en-GB')
  expect([value, note]).toEqual(['10 EUR', 'in 5 records, 2 more currencies'])
  expect(whole).toBe('10.00 EUR · 2,000,000.00 USD · 1.00 GBP')
})

test('nothing is nought, and what was not counted is no number', () => {
  expect(figureWords(figure(0), 'en-GB')).toMatchObject({ value: '0', note: 'None' })
  expect(figureWords(figure(null), 'en-GB')).toMatchObject({ value: '–', note: 'Too many to count here' })
})
