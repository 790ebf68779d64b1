import { expect, test } from 'vitest'
import { changedPlan, type PlanChanges } from './plan-changes.ts'
import type { PlanLine } from './plan-lines.ts'

const line = (line_no: number, material: string, more: Partial<PlanLine> = {}): PlanLine => ({
  line_no,
  sticker_code: 'S',
  country: 'Germany',
  territory: null,
  material_number: material,
  group_code: null,
  baseline_volume: null,
  volume: '10',
  financed_percent: null,
  list_price: '100',
  support_per_unit: '20',
  coverage_per_unit: null,
  buydown_percent: null,
  currency: 'EUR',
  ...more,
})
const stored = [line(1, 'A'), line(2, 'B', { volume: '10.000' }), line(4, 'C')]
const after = (changes: Partial<PlanChanges>, from = stored) =>
  changedPlan(from, { changed: [], added: [], removed: [], ...changes })
const cell = (of: PlanLine, was: object, now: object) => ({ ...of, was, now })

test('cells that one side changed are taken, and those that both changed to different values collide', () => {
  const mine = cell(line(1, 'A'), { volume: '5' }, { volume: '7' })
  expect(after({ changed: [mine] }).collisions).toMatchObject([
    { line_no: 1, kind: 'changed', field: 'volume', mine: '7', theirs: '10' },
  ])
  // They changed the volume, this is about the support; and 10 is what stands there as 10.000.
  const { lines, collisions, touched } = after({
    changed: [
      cell(line(1, 'A'), { support_per_unit: '20' }, { support_per_unit: '25' }),
      cell(line(2, 'B'), { volume: '9' }, { volume: '10' }),
    ],
  })
  expect([collisions, [...touched]]).toEqual([[], [1]])
  expect(lines[0]).toMatchObject({ volume: '10', support_per_unit: '25' })
})

test('a line is found by what it plans, whatever its number is by now, and is told where it is gone', () => {
  const moved = cell(line(9, 'C'), { volume: '10' }, { volume: '3' })
  expect(after({ changed: [moved] }).lines.at(-1)).toMatchObject({ line_no: 4, volume: '3' })
  // Another line has its number.
  expect(after({ changed: [cell(line(1, 'Z'), { volume: '10' }, { volume: '3' })] }).collisions).toMatchObject([
    { kind: 'gone', material_number: 'Z' },
  ])
})

test('what is taken out is gone unless somebody else changed it, and numbers are not given again', () => {
  expect(after({ removed: [{ ...line(2, 'B'), was: { volume: '10' } }] }).lines.map((one) => one.line_no)).toEqual([
    1, 4,
  ])
  expect(after({ removed: [{ ...line(2, 'B'), was: { volume: '8' } }] }).collisions).toMatchObject([
    { kind: 'removal', field: 'volume', theirs: '10.000' },
  ])
  expect(after({ removed: [{ ...line(3, 'gone'), was: {} }] }).collisions).toEqual([])
  const added = after({ added: [line(50, 'D'), line(51, 'A', { volume: '11' })] })
  expect(added.lines.map((one) => [one.line_no, one.material_number])).toEqual([
    [1, 'A'],
    [2, 'B'],
    [4, 'C'],
    [5, 'D'],
  ])
  expect(added.collisions).toMatchObject([{ material_number: 'A', field: 'volume', mine: '11', theirs: '10' }])
})
