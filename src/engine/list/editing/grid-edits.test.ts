import { expect, test } from 'vitest'
import { f, normalizeField, when } from '#src/definition'
import { clearRange, fillDown, pasteCells, pastedRange, type GridRow } from './grid-edits.ts'
import { nothingStaged, stageCells } from './staging.ts'

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
const plain = ({ edits }: { edits: readonly { key: string; field: { name: string }; value: unknown }[] }) =>
  edits.map(({ key, field, value }) => [key, field.name, value])

test('a block goes down and right from the cell; locked cells stay and are counted', () => {
  const target = { range: { top: 1, bottom: 1, left: 0, right: 0 }, locale: 'de' }
  const block = [
    ['X1', 'blocked', 'late', '2,5'],
    ['X2', 'active', 'none', 'many', 'more'],
  ]
  expect(pastedRange(target, block)).toEqual({ top: 1, bottom: 2, left: 0, right: 4 })
  const pasted = pasteCells(screen, rows, fields, block, target)
  expect(plain(pasted)).toEqual([
    ['r2', 'status', 'blocked'],
    ['r2', 'reason', 'late'],
    ['r2', 'value', '2.5'],
    ['r3', 'status', 'active'],
    ['r3', 'value', 'many'],
  ])
  expect([pasted.locked, pasted.beyond]).toEqual([3, 1])
})

test('a new row takes what cannot be changed later', () => {
  const target = { range: { top: 3, bottom: 3, left: 0, right: 0 }, locale: 'en' }
  expect(plain(pasteCells(screen, [...rows, fresh], fields, [['N1', 'Blocked', 'new']], target))).toEqual([
    ['n1', 'code', 'N1'],
    ['n1', 'status', 'blocked'],
    ['n1', 'reason', 'new'],
  ])
})

test('one copied cell fills the range', () => {
  const target = { range: { top: 0, bottom: 2, left: 3, right: 3 }, locale: 'en' }
  expect(plain(pasteCells(screen, rows, fields, [['7']], target))).toEqual([
    ['r1', 'value', '7'],
    ['r2', 'value', '7'],
    ['r3', 'value', '7'],
  ])
})

test('fill down takes the first row of the range, or the row above', () => {
  const staged = stageCells(nothingStaged, [{ key: 'r1', id: 1, base: rows[0]!.base, field: fields[3]!, value: '9' }])
  const touched = [{ ...rows[0]!, staged: staged.get('r1') }, rows[1]!, rows[2]!]
  expect(plain(fillDown(screen, touched, fields, { top: 0, bottom: 2, left: 3, right: 3 }))).toEqual([
    ['r2', 'value', '9'],
    ['r3', 'value', '9'],
  ])
  expect(plain(fillDown(screen, touched, fields, { top: 1, bottom: 1, left: 3, right: 3 }))).toEqual([
    ['r2', 'value', '9'],
  ])
  expect(fillDown(screen, touched, fields, { top: 0, bottom: 0, left: 3, right: 3 }).edits).toEqual([])
})

test('cells are emptied but those that are locked', () => {
  expect(clearRange(screen, rows, fields, { top: 0, bottom: 0, left: 0, right: 3 })).toMatchObject({ locked: 2 })
})
