import { expect, test } from 'vitest'
import { changedLines, pastedCells, withCells, withLines } from './plan-edit.ts'
import type { PlanLine } from './scenario-api.ts'

const line = (line_no: number, material: string, volume: string | null = '10'): PlanLine => ({
  line_no,
  sticker_code: 'S',
  country: 'Germany',
  territory: null,
  material_number: material,
  group_code: null,
  baseline_volume: null,
  volume,
  financed_percent: null,
  list_price: '100',
  support_per_unit: null,
  coverage_per_unit: null,
  buydown_percent: null,
  currency: 'EUR',
})
const plan = [line(1, 'A'), line(2, 'B')]
const read = (text: string) => (/^\d+$/.test(text) ? text : null)

test('a change makes a line of its own and leaves the others what they were', () => {
  const next = withCells(plan, [
    { line_no: 2, field: 'volume', value: '12' },
    { line_no: 1, field: 'volume', value: '10' },
  ])
  expect(next[0]).toBe(plan[0])
  expect(next[1]).toMatchObject({ material_number: 'B', volume: '12' })
  expect([changedLines(plan, next), changedLines(plan, plan)]).toEqual([1, 0])
})

test('a block is put down to the right and below, and what has no place or is no number is counted', () => {
  const { changes, refused } = pastedCells([['5', '40'], ['x', ''], ['7']], plan, { row: 0, field: 'volume' }, read)
  expect(changes).toEqual([
    { line_no: 1, field: 'volume', value: '5' },
    { line_no: 1, field: 'financed_percent', value: '40' },
    { line_no: 2, field: 'financed_percent', value: null },
  ])
  expect(refused).toBe(2)
})

test('what is planned already is not planned twice, and what goes counts as a change', () => {
  const more = withLines(plan, [line(1, 'B'), line(2, 'C')])
  expect(more.map(({ line_no, material_number }) => [line_no, material_number])).toEqual([
    [1, 'A'],
    [2, 'B'],
    [3, 'C'],
  ])
  expect(changedLines(plan, [plan[1]!, line(3, 'C')])).toBe(2)
})
