import { expect, test } from 'vitest'
import { when } from './conditions.ts'
import { type SummaryView, wayFields, wayToRecords } from './summary.ts'

const summary: SummaryView = {
  of: 'invoice',
  groups: { payee: 'payee', month: 'billed.month', status: 'status' },
  figures: { invoices: 'count' },
  filters: { billed_from: 'billed.gte', kind: 'kind' },
  where: null,
}
const way = (where: SummaryView['where'], more: Partial<SummaryView> = {}) =>
  wayToRecords({ ...summary, ...more, where })

test('the way to the records of a row says what counts, in the words of filters', () => {
  expect(way(null)).toEqual({
    screen: 'invoice',
    filters: {
      payee: ['payee'],
      'billed.gte': ['month_from', 'billed_from'],
      'billed.lte': ['month_to'],
      status: ['status'],
      kind: ['kind'],
    },
    absent: ['payee_absent', 'month_absent', 'status_absent'],
    fixed: {},
  })
  expect(
    way(when.all(when.in('type', ['a', 'b,c']), when.all(when.gt('net', 0), when.notEmpty('net'))))?.fixed,
  ).toEqual({
    'type.in': String.raw`a,b\,c`,
    'net.gt': '0',
    'net.notEmpty': 'true',
  })
})

test('what a row is grouped by fulfils criteria and condition already', () => {
  expect(way(null, { filters: { wanted: 'status.in', by: 'payee' } })?.filters).toEqual({
    payee: ['payee'],
    'billed.gte': ['month_from'],
    'billed.lte': ['month_to'],
    status: ['status'],
  })
  expect(way(when.all(when.ne('status', 'rejected'), when.eq('type', 'a')))?.fixed).toEqual({ type: 'a' })
})

test.each([
  ['alternatives', when.any(when.eq('type', 'a'), when.eq('net', 1))],
  ['a negation', when.not(when.eq('type', 'a'))],
  ['two conditions of one kind on a field', when.all(when.ne('type', 'a'), when.ne('type', 'b'))],
  ['days within which a row has its own', when.gte('billed', '2026-01-01')],
  ['what a criterion asks for as well', when.in('kind', ['a', 'b'])],
  ['no value', when.in('type', [])],
])('there is no way where filters cannot say %s', (_what, where) => {
  expect(way(where)).toBeNull()
})

test('a group by a name alone leads by the key it belongs to', () => {
  const groups = { name: 'payee.title' }
  expect(Object.keys(wayFields({ groups }))).toEqual(['name_key', 'name_absent'])
  expect(way(null, { groups })).toMatchObject({ filters: { payee: ['name_key'] }, absent: ['name_absent'] })
  expect(Object.keys(wayFields({ groups: { ...groups, payee: 'payee' } }))).toEqual(['payee_absent'])
})
