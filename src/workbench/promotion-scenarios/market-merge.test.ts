import { expect, test } from 'vitest'
import { mergedMarket } from './market-merge.ts'
import type { MarketDraft } from './scenario-api.ts'

const read: MarketDraft = {
  description: 'Spring',
  product_lines: ['Machines'],
  countries: ['Germany'],
  territories: [],
  valid_from: '2027-03-01',
  valid_to: '2027-05-31',
  currency: 'EUR',
  notes: '',
}

test('what one side changed is taken, and what both changed differently is told', () => {
  const mine = { ...read, description: 'Spring 2027', countries: ['Germany', 'France'], currency: 'SEK' }
  const theirs = { ...read, valid_to: '2027-06-30', countries: ['Germany', 'Sweden'], currency: 'SEK' }
  expect(mergedMarket(read, mine, theirs)).toEqual({
    market: { ...mine, valid_to: '2027-06-30' },
    collisions: ['countries'],
  })
  expect(mergedMarket(read, read, theirs)).toEqual({ market: theirs, collisions: [] })
})
