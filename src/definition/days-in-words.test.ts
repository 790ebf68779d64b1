import { expect, test } from 'vitest'
import { daysInWords } from './days-in-words.ts'

test('days in a message are written as the reader writes them', () => {
  const message = 'Overlaps the membership valid 2026-01-01 to 2026-06-30 of the same owner'
  expect(daysInWords(message, 'en-GB')).toBe(
    'Overlaps the membership valid 1 Jan 2026 to 30 Jun 2026 of the same owner',
  )
  expect(daysInWords(message, 'de')).toBe(
    'Overlaps the membership valid 1. Jan. 2026 to 30. Juni 2026 of the same owner',
  )
  expect(daysInWords('The period ends on 2026-01-31.', 'en')).toBe('The period ends on Jan 31, 2026.')
})

test('what is quoted, no day, or part of something longer stays as it is', () => {
  for (const message of [
    '"2026-01-31" is not a choice',
    'No day 2026-02-30',
    'At 2026-01-31T10:00:00Z',
    'Batch X-2026-01-31',
  ])
    expect(daysInWords(message, 'en-GB')).toBe(message)
})
