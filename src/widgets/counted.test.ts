import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('counts read as words', () => {
  expect(counted(1, ['Sales line', 'Sales lines'], 'en')).toBe('1 sales line')
  expect(counted(245903, ['Sales line', 'Sales lines'], 'en')).toBe('245,903 sales lines')
  expect(counted(3, ['Sales line', 'Sales data'], 'en')).toBe('3 sales lines')
  expect(counted(2, ['Country', 'Countries'], 'en')).toBe('2 countries')
  expect(counted(2, ['Dashboard entry', 'Master-data dashboard'], 'en')).toBe('2 dashboard entries')
  expect(counted(2, ['Tax class', 'Taxes'], 'en')).toBe('2 tax classes')
  expect(counted(2, ['GPO', 'GPOs'], 'en')).toBe('2 GPOs')
})
