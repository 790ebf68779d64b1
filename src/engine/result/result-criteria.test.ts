import { expect, test } from 'vitest'
import { startingValues } from '#src/widgets/parameter-form.tsx'
import { f, normalizeField } from '#src/definition'
import { askedOf, criteriaWords, readCriteria, writeCriteria } from './result-criteria.ts'

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

test('what has a default and was emptied stays so through the address', () => {
  const own = [
    normalizeField('status', f.choice(['Active'], { default: 'Active' })),
    normalizeField('kind', f.choice(['Payment'], { default: 'Payment', required: true })),
  ]
  const asked = askedOf({ status: '', kind: 'Payment' }, own)
  expect(asked).toEqual({ kind: 'Payment', without: ['status'] })
  const address = writeCriteria(asked)
  expect(address.toString()).toBe('kind=Payment&without=status')
  expect(readCriteria(address, own)).toEqual(asked)
  expect(readCriteria(new URLSearchParams('without=kind'), own)).toEqual({})
  expect(startingValues(own, asked)).toEqual({ status: null, kind: 'Payment' })
})

test('criteria read as words', () => {
  expect(criteriaWords({ from: '2011-01-01', customers: ['A', 'B'], number: null }, fields, 'en-GB')).toEqual([
    { label: 'From', value: '1 Jan 2011' },
    { label: 'Customers', value: 'A, B' },
  ])
})
