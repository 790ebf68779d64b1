import { expect, it } from 'vitest'
import { keepersIn, shareOf } from './working-memory.ts'

it('the places of a plan that keep rows share what a statement may hold', () => {
  const plan = {
    'Node Type': 'Hash Join',
    Plans: [{ 'Node Type': 'Seq Scan' }, { 'Node Type': 'Hash', Plans: [{ 'Node Type': 'Sort' }] }],
  }
  expect(keepersIn(plan)).toBe(3)
  expect(shareOf(1)).toBe(16_000)
  expect(shareOf(4)).toBe(16_000)
  expect(shareOf(100)).toBe(640)
  expect(shareOf(10_000)).toBe(64)
})
