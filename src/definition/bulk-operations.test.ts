import { expect, test } from 'vitest'
import { bulkOperationProblem, bulkOperationsOf, bulkResult, type BulkOperation } from './bulk-operations.ts'
import { f } from './f.ts'
import { normalizeField } from './normalize-field.ts'

const price = normalizeField('price', f.money({ currency: 'EUR' }))
const weight = normalizeField('weight', f.decimal(9, 3))
const count = normalizeField('count', f.integer())
const day = normalizeField('day', f.date())
const name = normalizeField('name', f.text({ required: true }))
const groups = normalizeField('groups', f.references('group'))
const on = (field: typeof price, asked: Omit<BulkOperation, 'field'>, current: unknown) => {
  const operation = { field: field.name, ...asked }
  expect(bulkOperationProblem(field, operation)).toBeNull()
  return bulkResult(field, operation, current)
}

test('numbers are added to and raised by per cent, exactly and rounded half away from zero', () => {
  expect(on(price, { operation: 'percent', value: '3.5' }, '10.0000')).toBe('10.35')
  expect(on(price, { operation: 'percent', value: '-5' }, '0.1000')).toBe('0.1')
  expect(on(price, { operation: 'percent', value: '10' }, '-1.05')).toBe('-1.16')
  expect(on(price, { operation: 'add', value: '0.2' }, '0.1')).toBe('0.3')
  expect(on(weight, { operation: 'percent', value: '100' }, '1.2345')).toBe('2.469')
  expect(on(count, { operation: 'percent', value: '50' }, 5)).toBe(8)
  expect(on(count, { operation: 'add', value: '-7' }, 5)).toBe(-2)
})

test('days move, texts are replaced and lengthened, keys come and go', () => {
  expect(on(day, { operation: 'add', value: '1' }, '2026-02-28')).toBe('2026-03-01')
  expect(on(name, { operation: 'replace', find: '$&', value: 'x' }, 'a$&b$&')).toBe('axbx')
  expect(on(name, { operation: 'replace', find: 'Ltd', value: null }, 'Acme Ltd')).toBe('Acme ')
  expect(on(name, { operation: 'append', value: ' (old)' }, 'Acme')).toBe('Acme (old)')
  expect(on(groups, { operation: 'include', value: 'B' }, ['A'])).toEqual(['A', 'B'])
  expect(on(groups, { operation: 'include', value: 'A' }, ['A'])).toEqual(['A'])
  expect(on(groups, { operation: 'exclude', value: 'A' }, ['A'])).toBeNull()
})

test('what is empty stays empty where it is reckoned from', () => {
  expect(on(price, { operation: 'percent', value: '5' }, null)).toBeNull()
  expect(on(day, { operation: 'add', value: '5' }, null)).toBeNull()
  expect(on(groups, { operation: 'include', value: 'A' }, null)).toEqual(['A'])
})

test('what a field cannot take is said', () => {
  expect(bulkOperationsOf(name)).toEqual(['set', 'replace', 'append'])
  const problem = (field: typeof price, asked: Omit<BulkOperation, 'field'>) =>
    bulkOperationProblem(field, { field: field.name, ...asked })
  expect(problem(name, { operation: 'clear' })).toBe('Name is required')
  expect(problem(name, { operation: 'percent', value: '5' })).toBe('Name cannot be changed in this way')
  expect(problem(price, { operation: 'percent', value: 'much' })).toBe('A number is needed')
  expect(problem(day, { operation: 'add', value: '1.5' })).toBe('A number of days is needed')
  expect(problem(day, { operation: 'add', value: '99999' })).toBe('A number of days is needed')
  expect(problem(name, { operation: 'replace', find: '', value: 'x' })).toBe('The text to look for is needed')
  expect(problem(groups, { operation: 'include', value: '' })).toBe('Choose one first')
})
