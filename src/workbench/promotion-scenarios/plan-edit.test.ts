import { expect, test } from 'vitest'
import {
  changedLines,
  changesOf,
  pastedCells,
  rebased,
  resolved,
  withCells,
  withLines,
  type Collision,
} from './plan-edit.ts'
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

const name = ({ line_no, sticker_code, country, territory, material_number, group_code }: PlanLine) => ({
  line_no,
  sticker_code,
  country,
  territory,
  material_number,
  group_code,
})

test('what is sent is what was changed, with what had been read there', () => {
  const next = withLines(withCells([plan[0]!], [{ line_no: 1, field: 'volume', value: '12' }]), [line(9, 'C')])
  const { changed, added, removed } = changesOf(plan, next)
  expect(changed).toEqual([{ ...name(plan[0]!), was: { volume: '10' }, now: { volume: '12' } }])
  expect(added.map((one) => one.material_number)).toEqual(['C'])
  expect(removed).toMatchObject([{ material_number: 'B', was: { volume: '10', list_price: '100' } }])
})

test('what was typed meanwhile is put upon what was read anew', () => {
  const typed = withCells(plan, [{ line_no: 2, field: 'volume', value: '4' }])
  const anew = [line(1, 'A', '11'), line(3, 'B')]
  expect(rebased(plan, typed, anew).map((one) => [one.line_no, one.volume])).toEqual([
    [1, '11'],
    [3, '4'],
  ])
  expect(rebased(plan, plan, anew)).toBe(anew)
  expect(rebased(plan, typed, [line(1, 'A')]).map((one) => [one.material_number, one.volume])).toEqual([
    ['A', '10'],
    ['B', '4'],
  ])
})

test('a collision is settled: mine is a change of theirs, or theirs takes its place', () => {
  const mine = withCells(plan, [{ line_no: 1, field: 'volume', value: '12' }])
  const collision: Collision = { ...name(plan[0]!), kind: 'changed', field: 'volume', mine: '12', theirs: '15' }
  const kept = resolved(plan, mine, [{ ...collision, keepsMine: true }])
  expect(changesOf(kept.saved, kept.lines).changed).toMatchObject([{ was: { volume: '15' }, now: { volume: '12' } }])
  const given = resolved(plan, mine, [{ ...collision, keepsMine: false }])
  expect([given.lines[0]!.volume, changedLines(given.saved, given.lines)]).toEqual(['15', 0])
  const gone = { ...collision, kind: 'gone', field: null } as const
  const back = resolved(plan, mine, [{ ...gone, keepsMine: true }])
  expect(changesOf(back.saved, back.lines)).toMatchObject({ changed: [], added: [{ volume: '12' }] })
  expect(resolved(plan, mine, [{ ...gone, keepsMine: false }]).lines.map((one) => one.material_number)).toEqual(['B'])
  // Taken out here, changed there: it comes back as they have it.
  const out = resolved(plan, [plan[1]!], [{ ...collision, kind: 'removal', keepsMine: false }])
  expect([out.lines.length, changedLines(out.saved, out.lines)]).toEqual([2, 0])
})
