import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { groupKey, groupToggled } from '../grouping.ts'
import { groupTitle, withinGroup, type ListGroup } from './group-contents.ts'

const country = normalizeField('country', f.text())
const day = normalizeField('day', f.date())
const group = (values: ListGroup['values']): ListGroup => ({ level: 1, values, count: 1, totals: {}, filters: {} })
const text = (value: unknown) => `<${String(value)}>`

test('days are grouped by their month at first', () => {
  expect(groupToggled(['country'], day)).toEqual(['country', 'day:month'])
  expect(groupToggled(['country', 'day:year'], day)).toEqual(['country'])
  expect(groupKey('-day:year')).toEqual({ field: 'day', unit: 'year', descending: true })
})

test('a group is called by its value or its span', () => {
  expect(groupTitle(group({ country: 'Spain' }), 'country', country, text, 'en-GB')).toBe('<Spain>')
  expect(groupTitle(group({ country: null }), 'country', country, text, 'en-GB')).toBe('Empty')
  expect(groupTitle(group({ day: '2026-04-01' }), 'day:month', day, text, 'en-GB')).toBe('April 2026')
  expect(groupTitle(group({ day: '2026-04-01' }), 'day:quarter', day, text, 'en-GB')).toBe('Q2 2026')
  expect(groupTitle(group({ day: '2026-01-01' }), 'day:year', day, text, 'en-GB')).toBe('2026')
})

test('a group narrows the filters of the list and never widens them', () => {
  const month = { 'day.between': '2026-01-01,2026-01-31' }
  expect(withinGroup({ country: 'Spain' }, month)).toEqual({ country: 'Spain', ...month })
  expect(withinGroup({ 'day.between': '2026-01-15,2026-03-31' }, month)).toEqual({
    'day.between': '2026-01-15,2026-01-31',
  })
  expect(withinGroup({ 'day.between': ',2026-01-10' }, month)).toEqual({ 'day.between': '2026-01-01,2026-01-10' })
  expect(withinGroup({ 'country.in': 'A,B' }, { country: 'A' })).toEqual({ 'country.in': 'A,B', country: 'A' })
})
