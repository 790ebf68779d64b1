import { expect, test } from 'vitest'
import { agoIn } from './ago.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test('instants are told as one speaks of them', () => {
  expect(agoIn('en', '2026-11-21T11:59:50Z', now)).toBe('this minute')
  expect(agoIn('en', '2026-11-21T11:55:00Z', now)).toBe('5 minutes ago')
  expect(agoIn('en', '2026-11-21T09:01:00Z', now)).toBe('2 hours ago')
  expect(agoIn('en', '2026-11-20T09:00:00Z', now)).toBe('yesterday')
  expect(agoIn('en', '2026-10-01T09:00:00Z', now)).toBe('Oct 1, 2026')
})
