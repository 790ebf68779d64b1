import { expect, test } from 'vitest'
import type { ApiRecord } from '#src/data/records.ts'
import type { ListGroup } from './group-contents.ts'
import { parentAt } from './group-keys.ts'
import { groupLines, pathOf, step, type GroupAnswer, type GroupLine } from './group-lines.ts'

const group = (value: string, count: number): ListGroup => ({
  level: 1,
  values: { country: value },
  count,
  totals: {},
  filters: { country: value },
})
const spain = group('Spain', 60)
const france = group('France', 1)
const records = (from: number, count: number): GroupAnswer => ({
  data: {
    records: Array.from({ length: count }, (_, at): ApiRecord => ({ id: from + at, row_version: 1 })),
    total_record: null,
  },
  error: null,
})
const pending: GroupAnswer = { data: undefined, error: null }
const shape = (lines: readonly GroupLine[]): string[] =>
  lines.map((line) => `${line.depth} ${line.kind}${line.kind === 'more' ? ` ${line.left}` : ''}`)
const run = (lines: readonly string[]): string[] =>
  [...new Set(lines)].map((line) => `${lines.filter((one) => one === line).length} × ${line}`)

test('folded groups are one line each', () => {
  expect(shape(groupLines([spain, france], new Map()))).toEqual(['0 group', '0 group'])
})

test('an opened group shows what it will hold, then its records and how many are left', () => {
  const path = pathOf('', france)
  expect(shape(groupLines([france], new Map([[path, [pending]]])))).toEqual(['0 group', '1 wait'])
  expect(shape(groupLines([france], new Map([[path, [records(1, 1)]]])))).toEqual(['0 group', '1 row'])
  const first = groupLines([spain], new Map([[pathOf('', spain), [records(1, step)]]]))
  expect(run(shape(first))).toEqual(['1 × 0 group', '50 × 1 row', '1 × 1 more 10'])
  const whole = groupLines([spain], new Map([[pathOf('', spain), [records(1, step), records(51, 10)]]]))
  expect(run(shape(whole))).toEqual(['1 × 0 group', '60 × 1 row'])
})

test('a group that has become smaller does not promise more', () => {
  const lines = groupLines([spain], new Map([[pathOf('', spain), [records(1, 12)]]]))
  expect(run(shape(lines))).toEqual(['1 × 0 group', '12 × 1 row'])
})

test('a page that did not come is told where it belongs, and the others stay', () => {
  const failed: GroupAnswer = { data: undefined, error: new Error('gone') }
  const lines = groupLines([spain, france], new Map([[pathOf('', spain), [failed]]]))
  expect(shape(lines)).toEqual(['0 group', '1 failed', '0 group'])
})

test('groups within groups know the heading they stand below', () => {
  const inner = group('Spain', 2)
  const within: GroupAnswer = { data: { groups: [inner], total_groups: 70 }, error: null }
  const path = pathOf('', spain)
  const lines = groupLines(
    [france, spain],
    new Map([
      [path, [within]],
      [pathOf(path, inner), [records(1, 2)]],
    ]),
  )
  expect(shape(lines)).toEqual(['0 group', '0 group', '1 group', '2 row', '2 row'])
  expect([0, 1, 2, 3, 4].map((at) => parentAt(lines, at))).toEqual([-1, -1, 1, 2, 2])
})
