import { expect, test } from 'vitest'
import { when } from '#src/definition'
import { conditionFilters } from './view-filters.ts'

test('a conjunction becomes one filter a part', () => {
  expect(
    conditionFilters(
      when.all(when.eq('country', 'Germany'), when.all(when.before('day', '@today'), when.notEmpty('code'))),
    ),
  ).toEqual([
    { field: 'country', op: 'eq', values: ['Germany'] },
    { field: 'day', op: 'lt', values: ['@today'] },
    { field: 'code', op: 'notEmpty', values: [] },
  ])
})

test('alternatives on one field become a list', () => {
  expect(conditionFilters(when.any(when.eq('type', 'a'), when.in('type', ['b', 'c'])))).toEqual([
    { field: 'type', op: 'in', values: ['a', 'b', 'c'] },
  ])
})

test('a negation is turned into its opposite', () => {
  expect(conditionFilters(when.not(when.empty('customer')))).toEqual([
    { field: 'customer', op: 'notEmpty', values: [] },
  ])
})

test('what filters cannot say stays a condition', () => {
  expect(conditionFilters(when.any(when.eq('type', 'a'), when.eq('country', 'x')))).toBeNull()
  expect(conditionFilters(when.all(when.eq('a', 1), when.not(when.gt('b', 2))))).toBeNull()
})
