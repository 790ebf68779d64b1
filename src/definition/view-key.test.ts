import { expect, test } from 'vitest'
import { isSameView, viewId, viewKey } from './view-key.ts'

test('a key holds the id, and the name for readers', () => {
  expect(viewKey({ id: 12, name: 'Germany, first quarter' })).toBe('12-germany-first-quarter')
  expect(viewKey({ id: 12, name: 'Österreich' })).toMatch(/^12-o/)
  expect(viewKey({ id: 12, name: '!?' })).toBe('12')
})

test('the id is read back whatever became of the name; names of definitions are none', () => {
  expect(viewId('12-germany')).toBe(12)
  expect(viewId('12')).toBe(12)
  expect(viewId('Returns')).toBeNull()
  expect(viewId('2011 lines')).toBeNull()
})

test('keys name the same view after it was renamed', () => {
  expect(isSameView('12-germany', '12-spain')).toBe(true)
  expect(isSameView('Returns', 'Returns')).toBe(true)
  expect(isSameView('12-germany', '13-germany')).toBe(false)
  expect(isSameView(null, 'all')).toBe(false)
})
