import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('counts read as words', () => {
  expect(counted(1, ['Sales line', 'Sales lines'], 'en')).toBe('1 sales line')
  expect(counted(245903, ['Sales line', 'Sales lines'], 'en')).toBe('245,903 sales lines')
  expect(counted(3, ['Sales line', 'Sales data'], 'en')).toBe('3 sales lines')
  expect(counted(2, ['Country', 'Countries'], 'en')).toBe('2 countries')
  expect(counted(2, ['Dashboard entry', 'Master-data dashboard'], 'en')).toBe('2 dashboard entries')
  expect(counted(2, ['Tax class', 'Taxes'], 'en')).toBe('2 tax classes')
  expect(counted(2, ['Formula', 'Formula lab'], 'en')).toBe('2 formulas')
  expect(counted(7, ['Key figure mapping', 'Key figure mapping'], 'en')).toBe('7 key figure mappings')
  expect(counted(2, ['Sales basis', 'Sales bases'], 'en')).toBe('2 sales bases')
  expect(counted(2, ['GPO', 'GPOs'], 'en')).toBe('2 GPOs')
})

test('what a line is of is not what is counted', () => {
  expect(counted(0, ['Line of an outgoing claim', 'Lines of outgoing claims'], 'en')).toBe('0 lines of outgoing claims')
  expect(counted(1, ['Line of an outgoing claim', 'Lines of outgoing claims'], 'en')).toBe(
    '1 line of an outgoing claim',
  )
  expect(counted(2, ['Unit of measure', 'Material units of measure'], 'en')).toBe('2 units of measure')
  expect(counted(2, ['Class of trade cross reference', 'Class of trade cross references'], 'en')).toBe(
    '2 class of trade cross references',
  )
})

test('what a comment is on, or a right to, is not what is counted', () => {
  expect(counted(19, ['Comment on a scenario', 'Comments on scenarios'], 'en')).toBe('19 comments on scenarios')
  expect(counted(4, ['Right to a product line', 'Access to product lines'], 'en')).toBe('4 rights to a product line')
  expect(counted(3, ['Document found', 'Document search'], 'en')).toBe('3 documents found')
})

test('what is several already stays as it is', () => {
  expect(counted(2, ['Tiers as reported', 'Tiers as reported'], 'en')).toBe('2 tiers as reported')
  expect(counted(2, ['Claim errors', 'Claim errors'], 'en')).toBe('2 claim errors')
  expect(counted(2, ['Price analytics', 'Price analytics'], 'en')).toBe('2 price analytics')
  expect(counted(2, ['Claim status', 'Claim status'], 'en')).toBe('2 claim statuses')
})
