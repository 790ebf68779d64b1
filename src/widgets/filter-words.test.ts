import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { describeFilter, relativeWords } from './filter-words.ts'

const country = normalizeField('country', f.text())
const day = normalizeField('billing_date', f.date())
const value = normalizeField('net_value', f.money())
const type = normalizeField(
  'transaction_type',
  f.choice([
    { value: 'R', label: 'Return' },
    { value: 'S', label: 'Sale' },
  ]),
)
const read = (
  ...[filter, field, labels]: [
    Parameters<typeof describeFilter>[0],
    Parameters<typeof describeFilter>[1],
    Record<string, string>?,
  ]
) => {
  const { subject, value: text } = describeFilter(filter, field, 'en-GB', labels)
  return `${subject} ${text}`
}

test('filters read as sentences', () => {
  expect(read({ field: 'country', op: 'eq', values: ['Germany'] }, country)).toBe('Country is Germany')
  expect(read({ field: 'country', op: 'contains', values: ['land'] }, country)).toBe('Country contains land')
  expect(read({ field: 'transaction_type', op: 'in', values: ['R', 'S'] }, type)).toBe(
    'Transaction type is Return or Sale',
  )
  expect(read({ field: 'country', op: 'in', values: ['A', 'B', 'C', 'D', 'E'] }, country)).toBe(
    'Country is A, B or 3 more',
  )
  expect(read({ field: 'country', op: 'empty', values: [] }, country)).toBe('Country is empty')
})

test('numbers use signs', () => {
  expect(read({ field: 'net_value', op: 'gte', values: ['10'] }, value)).toBe('Net value ≥ 10.00')
  expect(read({ field: 'net_value', op: 'between', values: ['10', '2000'] }, value)).toBe('Net value 10.00 to 2,000.00')
})

test('date ranges share what the two days share', () => {
  expect(read({ field: 'billing_date', op: 'between', values: ['2011-01-01', '2011-03-31'] }, day)).toBe(
    'Billing date 1 Jan – 31 Mar 2011',
  )
  expect(read({ field: 'billing_date', op: 'between', values: ['2011-01-01', ''] }, day)).toBe(
    'Billing date from 1 Jan 2011',
  )
  expect(read({ field: 'billing_date', op: 'between', values: ['@monthStart-1m', '@monthStart-1d'] }, day)).toBe(
    'Billing date last month',
  )
})

test('relative dates are said in words', () => {
  expect(relativeWords('@today')).toBe('today')
  expect(relativeWords('@today-30d')).toBe('30 days ago')
  expect(relativeWords('@today+1w')).toBe('in 1 week')
  expect(relativeWords('@yearStart-1y')).toBe('1 year before the start of the year')
})

test('references are called by their label', () => {
  expect(read({ field: 'country', op: 'eq', values: ['12471'] }, country, { 12471: 'Miller' })).toBe(
    'Country is Miller',
  )
})
