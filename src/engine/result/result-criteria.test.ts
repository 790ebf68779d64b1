import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { criteriaWords, readCriteria, writeCriteria } from './result-criteria.ts'

const fields = [
  normalizeField('from', f.date()),
  normalizeField('number', f.integer()),
  normalizeField('customers', f.references('customer')),
  normalizeField('returns', f.flag()),
]

test('criteria go through the address and back', () => {
  const criteria = { from: '2011-01-01', number: 10, customers: ['1', '2'], returns: true }
  expect(readCriteria(writeCriteria(criteria), fields)).toEqual(criteria)
  expect(writeCriteria({ from: '', number: null, customers: [], returns: false }).toString()).toBe('returns=false')
})

test('criteria read as words', () => {
  expect(criteriaWords({ from: '2011-01-01', customers: ['A', 'B'], number: null }, fields, 'en-GB')).toEqual([
    { label: 'From', value: '1 Jan 2011' },
    { label: 'Customers', value: 'A, B' },
  ])
})
