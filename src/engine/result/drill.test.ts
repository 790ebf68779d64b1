import { expect, test } from 'vitest'
import { drillParameters } from './drill.ts'

test('the lines behind a row are filtered by the row and the criteria', () => {
  const filters = {
    customer_number: ['customer', 'asked'],
    'billing_date.gte': ['from'],
    'billing_date.lte': ['to'],
    country: ['country'],
  }
  const address = drillParameters(
    { filters, absent: ['without'] },
    { customer: '12471', without: 'territory' },
    { asked: '99', from: '2011-01-01', to: '', country: ['Spain', 'France'] },
  )
  expect(Object.fromEntries(address)).toEqual({
    customer_number: '12471',
    'billing_date.gte': '2011-01-01',
    'country.in': 'Spain,France',
    'territory.empty': 'true',
  })
})

test('a criterion that was emptied is emptied there as well, instead of falling back to its default', () => {
  const drill = { filters: { status: ['status'], 'day.gte': ['from'], partner: ['partner'] }, absent: [] }
  const defaults = { here: new Set(['status']), there: ['status', 'partner'] }
  const address = (row: object, criteria: object) =>
    drillParameters(drill, { ...row }, { ...criteria }, defaults).toString()
  expect(address({ partner: 'P1' }, { without: ['status'] })).toBe('partner=P1&without=status')
  expect(address({ partner: 'P1' }, { status: 'open' })).toBe('status=open&partner=P1')
  // Not said at all it is the default, here as there.
  expect(address({ partner: 'P1' }, {})).toBe('partner=P1')
  // What nothing is asked of here has a default there only.
  expect(address({}, { status: 'open' })).toBe('status=open&without=partner')
  // The row knows better than the criteria.
  expect(address({ status: 'closed', partner: 'P1' }, { without: ['status'] })).toBe('status=closed&partner=P1')
})
