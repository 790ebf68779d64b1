import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { plainText, rowsAsHtml, rowsAsText } from './copy-rows.ts'

const fields = [normalizeField('name', f.text()), normalizeField('value', f.money()), normalizeField('day', f.date())]

test('rows paste into a spreadsheet with headings, numbers as numbers', () => {
  const rows = [
    { name: 'Tray, "round"', value: '-1234.5000', day: '2011-03-31' },
    { name: 'Two\nlines', value: null, day: null },
  ]
  expect(rowsAsText(rows, fields, 'de')).toBe(
    'Name\tValue\tDay\n"Tray, ""round"""\t-1234,5\t2011-03-31\n"Two\nlines"\t\t',
  )
})

test('a number is written as its locale reads it back, and keeps its size', () => {
  const [, value] = fields
  const copied = (text: string, locale: string) => plainText({ value: text }, value!, locale, {})
  expect(copied('2.000', 'de')).toBe('2')
  expect(copied('2.000', 'en')).toBe('2')
  expect(copied('100.5000', 'en')).toBe('100.5')
  expect(rowsAsHtml([{ value: '186.6300' }], [value!], 'de')).toContain('<td align="right">186,63</td>')
})

test('rows paste into a document as a table, whatever their texts hold', () => {
  const rows = [{ name: '<b>00123</b> & "co"', value: '-1', day: null }]
  expect(rowsAsHtml(rows, fields, 'en-GB')).toBe(
    '<table><thead><tr><th>Name</th><th>Value</th><th>Day</th></tr></thead><tbody><tr>' +
      `<td style="mso-number-format:'\\@'">&lt;b&gt;00123&lt;/b&gt; &amp; &quot;co&quot;</td>` +
      `<td align="right">-1</td><td></td></tr></tbody></table>`,
  )
})
