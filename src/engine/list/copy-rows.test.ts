import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { rowsAsText } from './copy-rows.ts'

const fields = [normalizeField('name', f.text()), normalizeField('value', f.money()), normalizeField('day', f.date())]

test('rows paste into a spreadsheet with headings, numbers as numbers', () => {
  const rows = [
    { name: 'Tray, "round"', value: '-1234.5000', day: '2011-03-31' },
    { name: 'Two\nlines', value: null, day: null },
  ]
  expect(rowsAsText(rows, fields, 'de')).toBe(
    'Name\tValue\tDay\n"Tray, ""round"""\t-1234.5000\t2011-03-31\n"Two\nlines"\t\t',
  )
})
