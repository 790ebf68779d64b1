import { f, normalizeField } from '#src/definition'
import { expect, test } from 'vitest'
import { pivotCsv, pivotLines } from './pivot-file.ts'
import { pivotRows } from './pivot.ts'

const spec = {
  row: normalizeField('country', f.text()),
  column: normalizeField('type', f.text()),
  measure: normalizeField('net_value', f.money()),
  how: 'sum' as const,
}
const rows = [
  { country: 'Spain', type: 'Sale', net_value: '10.50' },
  { country: 'Spain', type: 'Return', net_value: '-2.25' },
  { country: '=Malta', type: 'Sale', net_value: '1' },
  { country: null, type: 'Sale', net_value: '4' },
]

test('a pivot is saved as it is seen, amounts as numbers, texts never as formulas', () => {
  const lines = pivotLines(pivotRows(rows, Int32Array.from([0, 1, 2, 3]), spec), spec, 'en')
  expect(lines).toEqual([
    ['Country / Type (Net value)', 'Return', 'Sale', 'Total'],
    ['(empty)', null, 4, 4],
    ['=Malta', null, 1, 1],
    ['Spain', -2.25, 10.5, 8.25],
    ['Total', -2.25, 15.5, 13.25],
  ])
  expect(pivotCsv(lines).split('\r\n')[2]).toBe(`'=Malta,,1,1`)
})

test('what is too much to be looked at is in the file all the same', () => {
  const many = Array.from({ length: 900 }, (_, at) => ({ country: `C${at}`, type: `T${at % 90}`, net_value: '1' }))
  const all = Int32Array.from(many.keys())
  expect(pivotRows(many, all, spec)).toMatchObject({ cut: 30, cutRows: 400 })
  const whole = pivotRows(many, all, spec, { columns: 1_000, rows: 1_000 })
  expect(whole).toMatchObject({ cut: 0, cutRows: 0 })
  expect(whole.rows).toHaveLength(900)
})
