import { beforeEach, expect, test } from 'vitest'
import { recentPicks, rememberPick } from './recent-picks.ts'

beforeEach(() => localStorage.clear())

const option = (value: string) => ({ value, label: `Label of ${value}` })

test('the latest picks of a user come first, each once, five at most', () => {
  for (const value of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) rememberPick(1, 'customer', option(value))
  expect(recentPicks(1, 'customer').map(({ value }) => value)).toEqual(['c', 'f', 'e', 'd', 'b'])
  expect(recentPicks(1, 'material')).toEqual([])
  expect(recentPicks(2, 'customer')).toEqual([])
})

test('what somebody else wrote into the storage is passed over', () => {
  localStorage.setItem('tierline:picked:1:customer', '[{"value":1},null,{"value":"a","label":"A"}]')
  expect(recentPicks(1, 'customer')).toEqual([{ value: 'a', label: 'A' }])
  localStorage.setItem('tierline:picked:1:customer', '{')
  expect(recentPicks(1, 'customer')).toEqual([])
})
