import { expect, test } from 'vitest'
import type { NavigationItem } from './bootstrap.ts'
import { placedBefore } from './favourites.ts'

const item = (name: string): NavigationItem => ({ screen: name, label: name, path: `/${name}`, kind: 'list' })
const known = ['a', 'b', 'c'].map(item)
const labels = (items: readonly NavigationItem[]) => items.map(({ label }) => label).join('')

test('an entry is added or moved: before another, or to the end', () => {
  expect(labels(placedBefore(known, item('d'), null))).toBe('abcd')
  expect(labels(placedBefore(known, item('d'), '/a'))).toBe('dabc')
  expect(labels(placedBefore(known, item('c'), '/a'))).toBe('cab')
  expect(labels(placedBefore(known, item('a'), '/c'))).toBe('bac')
  expect(labels(placedBefore(known, item('a'), null))).toBe('bca')
  expect(labels(placedBefore(known, item('a'), '/gone'))).toBe('bca')
})
