import { expect, it } from 'vitest'
import { isKept, type BenchRow } from './bench-row.ts'

const row: BenchRow = { name: 'x', unit: 'rows/s', ours: 30, against: 100, required: 0.25, direction: 'at least' }

it('keeps a promise at its bound and breaks it beyond', () => {
  expect(isKept(row)).toBe(true)
  expect(isKept({ ...row, ours: 25 })).toBe(true)
  expect(isKept({ ...row, ours: 24.9 })).toBe(false)
  expect(isKept({ ...row, direction: 'at most' })).toBe(false)
  expect(isKept({ ...row, direction: 'at most', required: 0.3 })).toBe(true)
})

it('never passes on a peer that measured nothing', () => {
  expect(isKept({ ...row, against: 0 })).toBe(false)
  expect(isKept({ ...row, ours: 0, against: 0, direction: 'at most' })).toBe(false)
})
