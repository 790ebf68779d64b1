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
