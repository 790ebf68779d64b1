import { expect, test } from 'vitest'
import { f, normalizeField, when } from '#src/definition'
import { clearRange, fillOf, fillRange, pasteCells, pastedRange, type GridRow } from './grid-edits.ts'
import { runAtOnce } from './slices.ts'
import { nothingStaged, stageCells, type StagedRecord } from './staging.ts'

const fields = [
  normalizeField('code', f.text({ immutable: true, required: true })),
  normalizeField('status', f.choice(['active', 'blocked'])),
  normalizeField('reason', f.text({ visible: when.eq('status', 'blocked') })),
  normalizeField('value', f.decimal(10, 2)),
]
const screen = { fields }
const row = (id: number, values: object): GridRow => ({
  key: `r${id}`,
  id,
  base: { id, row_version: 1, code: `C${id}`, status: 'active', reason: null, value: '1.00', ...values },
  staged: undefined,
})
const rows = [row(1, {}), row(2, {}), row(3, {})]
const fresh: GridRow = { key: 'n1', id: null, base: {}, staged: undefined }
const plain = ({ records }: { readonly records: readonly StagedRecord[] }) =>
  records.flatMap(({ key, values }) => Object.entries(values).map(([name, value]) => [key, name, value]))

test('a block goes down and right from the cell; locked cells stay and are counted', () => {
  const target = { range: { top: 1, bottom: 1, left: 0, right: 0 }, locale: 'de' }
  const block = [
    ['X1', 'blocked', 'late', '2,5'],
    ['X2', 'active', 'none', 'many', 'more'],
  ]
  expect(pastedRange(target, block)).toEqual({ top: 1, bottom: 2, left: 0, right: 4 })
  const pasted = runAtOnce(pasteCells(screen, rows, fields, block, target))
  expect(plain(pasted)).toEqual([
    ['r2', 'status', 'blocked'],
    ['r2', 'reason', 'late'],
    ['r2', 'value', '2.5'],
    ['r3', 'value', 'many'],
  ])
  expect([pasted.locked, pasted.beyond]).toEqual([3, 1])
})

test('a new row takes what cannot be changed later', () => {
  const target = { range: { top: 3, bottom: 3, left: 0, right: 0 }, locale: 'en' }
  expect(plain(runAtOnce(pasteCells(screen, [...rows, fresh], fields, [['N1', 'Blocked', 'new']], target)))).toEqual([
    ['n1', 'code', 'N1'],
    ['n1', 'status', 'blocked'],
    ['n1', 'reason', 'new'],
  ])
})

test('one copied cell fills the range', () => {
  const target = { range: { top: 0, bottom: 2, left: 3, right: 3 }, locale: 'en' }
  expect(plain(runAtOnce(pasteCells(screen, rows, fields, [['7']], target)))).toEqual([
    ['r1', 'value', '7'],
    ['r2', 'value', '7'],
    ['r3', 'value', '7'],
  ])
})

test('what a later cell of a row unlocks is filled before it', () => {
  const target = { range: { top: 0, bottom: 0, left: 0, right: 0 }, locale: 'en' }
  const [status, reason] = [fields[1]!, fields[2]!]
  expect(plain(runAtOnce(pasteCells(screen, rows, [reason, status], [['late', 'blocked']], target)))).toEqual([
    ['r1', 'status', 'blocked'],
    ['r1', 'reason', 'late'],
  ])
})

test('fill down takes the first row of the range, or the row above', () => {
  const staged = stageCells(nothingStaged, [{ key: 'r1', id: 1, base: rows[0]!.base, field: fields[3]!, value: '9' }])
  const touched = [{ ...rows[0]!, staged: staged.get('r1') }, rows[1]!, rows[2]!]
  const filled = (range: Parameters<typeof fillOf>[0], isSeries = false) =>
    plain(runAtOnce(fillRange(screen, touched, fields, fillOf(range, isSeries)!)))
  expect(filled({ top: 0, bottom: 2, left: 3, right: 3 })).toEqual([
    ['r2', 'value', '9'],
    ['r3', 'value', '9'],
  ])
  expect(filled({ top: 1, bottom: 1, left: 3, right: 3 })).toEqual([['r2', 'value', '9']])
  expect(fillOf({ top: 0, bottom: 0, left: 3, right: 3 }, false)).toBeNull()
  // Nine and one: eight less each time. A single value goes on by one.
  expect(filled({ top: 0, bottom: 2, left: 3, right: 3 }, true)).toEqual([['r3', 'value', '-7.00']])
  expect(filled({ top: 1, bottom: 1, left: 3, right: 3 }, true)).toEqual([['r2', 'value', '10']])
  const empty = [rows[0]!, row(2, { value: null }), row(3, { value: null })]
  const series = fillOf({ top: 0, bottom: 2, left: 3, right: 3 }, true)!
  expect(plain(runAtOnce(fillRange(screen, empty, fields, series)))).toEqual([
    ['r2', 'value', '2.00'],
    ['r3', 'value', '3.00'],
  ])
})

test('cells are emptied but those that are locked', () => {
  const range = { top: 0, bottom: 0, left: 0, right: 3 }
  expect(runAtOnce(clearRange(screen, rows, fields, range))).toMatchObject({ locked: 2 })
})
