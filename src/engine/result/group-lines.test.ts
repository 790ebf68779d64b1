import { expect, test } from 'vitest'
import { groupLines, pathOf } from './group-lines.ts'

const group = (...values: unknown[]) => ({ values, count: 1, totals: {} })
const groups = [
  group('Spain'),
  group('Spain', null),
  group('Spain', null, 'x'),
  group('Spain', 'null'),
  group('France'),
]

test('groups are in view when all outer ones are unfolded; no value is taken for another', () => {
  const seen = (...open: unknown[][]) =>
    groupLines(groups, new Set(open.map(pathOf))).map(({ group: { values } }) => values)
  expect(seen()).toEqual([['Spain'], ['France']])
  expect(seen(['Spain'])).toEqual([['Spain'], ['Spain', null], ['Spain', 'null'], ['France']])
  expect(seen(['Spain'], ['Spain', null])).toContainEqual(['Spain', null, 'x'])
  expect(seen(['Spain', null])).toEqual([['Spain'], ['France']])
})
