import { expect, test } from 'vitest'
import { remainingWords } from './remaining.ts'

test.each([
  [{ done: 0, passed: 5_000, left: 10 }, ''],
  [{ done: 10, passed: 200, left: 10 }, ''],
  [{ done: 100, passed: 5_000, left: 0 }, ''],
  [{ done: 100_000, passed: 2_000, left: 50_000 }, 'A few seconds left'],
  [{ done: 100, passed: 2_000, left: 1_000 }, 'About 20 seconds left'],
  [{ done: 100, passed: 2_000, left: 9_000 }, 'About 3 minutes left'],
])('a pace of %o says "%s"', (pace, words) => {
  expect(remainingWords(pace)).toBe(words)
})
