import { expect, it } from 'vitest'
import { draftOf, keepDraft, lengthWords } from './drafts.ts'

it('what is not sent is kept until it is sent or emptied', () => {
  keepDraft('answer 1', 'half a th')
  expect(draftOf('answer 1')).toBe('half a th')
  expect(draftOf('answer 2')).toBeUndefined()
  keepDraft('answer 1', ' ')
  expect(draftOf('answer 1')).toBeUndefined()
})

it('the length of a message is told where it matters', () => {
  expect(lengthWords('x'.repeat(7_000), 'en')).toBeNull()
  expect(lengthWords('x'.repeat(7_990), 'en')).toBe('10 characters left')
  expect(lengthWords('x'.repeat(9_001), 'en')).toMatch(/^1,001 characters too many/)
})
