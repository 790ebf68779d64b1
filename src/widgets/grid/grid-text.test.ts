import { expect, test } from 'vitest'
import { f, normalizeField, normalizeScreen } from '#src/definition'
import { blockText, gridCsv } from './grid-text.ts'

const { fields } = normalizeScreen({
  name: 'x',
  label: ['X', 'X'],
  area: 'masters',
  fields: { name: f.text({ label: 'Name, first' }), value: f.money({ label: 'Value' }), kind: f.choice(['a', 'b']) },
})
const rows = [
  { name: '=1+1', value: '-5.5000', kind: 'a' },
  { name: 'Tab\there', value: '7.0000', kind: null },
]

test('a file has the rows in their order, and no text becomes a formula', () => {
  expect(gridCsv(rows, Int32Array.from([1, 0]), fields, 'en').join('')).toBe(
    '\uFEFF"Name, first",Value,Kind\r\nTab\there,7.0000,\r\n\'=1+1,-5.5000,A\r\n',
  )
})

test('a file has decimal commas and semicolons where its reader does', () => {
  const file = gridCsv(rows, Int32Array.from([1, 0]), fields, 'de', ',').join('')
  expect(file).toBe('\uFEFF"Name, first";Value;Kind\r\nTab\there;7,0000;\r\n\'=1+1;-5,5000;A\r\n')
})

test('a file is the same in every locale', () => {
  const file = (locale: string) => gridCsv(rows, Int32Array.from([0]), fields.slice(0, 2), locale)[1]
  expect(file('de')).toBe("'=1+1,-5.5000\r\n")
  expect(file('de')).toBe(file('en'))
})

test('a file has instants in UTC, and says so, wherever it is written', () => {
  const at = normalizeField('at', f.dateTime())
  const file = gridCsv([{ at: '2026-11-23T13:28:00Z' }, { at: null }], Int32Array.from([0, 1]), [at], 'de')
  expect(file[1]).toBe('2026-11-23T13:28:00Z\r\n\r\n')
})

test('a block that is copied has its headings; a group its name and totals', () => {
  const group = {
    kind: 'group',
    path: '/a',
    depth: 0,
    field: fields[2]!,
    value: 'a',
    count: 1,
    open: true,
    totals: { value: '-5.5' },
  } as const
  const block = (locale: string) => blockText([group, { kind: 'record', index: 1 }], rows, fields.slice(0, 2), locale)
  expect(block('en')).toBe('Name, first\tValue\nA\t-5.5\n"Tab\there"\t7')
  expect(block('de')).toBe('Name, first\tValue\nA\t-5,5\n"Tab\there"\t7')
})
