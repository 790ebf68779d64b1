import { expect, test } from 'vitest'
import { chosenIds } from './selection.ts'

test('chosen rows are known by id', () => {
  expect(chosenIds({ 4: true, 9: true })).toEqual([4, 9])
})
