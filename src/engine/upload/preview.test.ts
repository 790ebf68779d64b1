import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { wholeFormat } from './format-body.ts'
import { previewRows, readFormula } from './preview.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'line',
    label: ['Line', 'Lines'],
    area: 'transactions',
    endpoint: 'line',
    table: { key: ['doc', 'no'] },
    fields: {
      doc: f.text({ required: true }),
      no: f.integer({ required: true }),
      day: f.date(),
      customer: f.text(),
      net: f.money(),
      type: f.choice(['Sale', 'Return'], { default: 'Sale' }),
    },
    upload: { functionality: 'Lines' },
  }),
)
const lines = [
  { Invoice: 'A1', Qty: '6', Price: '2,55', Date: '31/01/2026', Customer: '17850.0' },
  { Invoice: 'CA2', Qty: '-1', Price: '3', Date: '32/01/2026', Customer: '' },
  { Invoice: 'A1', Qty: '1', Price: '1', Date: '', Customer: 'NULL' },
]
const format = wholeFormat({
  decimal: ',',
  date_order: 'DMY',
  fields: [
    { field: 'doc', source: 'column', column: 'invoice' },
    { field: 'no', source: 'counter', within: ['Invoice'] },
    { field: 'day', source: 'column', column: 'Date' },
    { field: 'customer', source: 'column', column: 'Customer', when_empty: 'default', default: 'NONE' },
    { field: 'net', source: 'formula', formula: 'Qty * Price' },
    { field: 'type', source: 'formula', formula: 'if(startsWith(Invoice, "C"), "Return", "Sale")' },
  ],
})

test('columns, formulas, counters and defaults become values', () => {
  const [first, second, third] = previewRows(screen, format, lines, 'en-US')
  expect(first?.cells).toMatchObject({
    doc: { text: 'A1' },
    no: { text: '1' },
    net: { text: '15.30' },
    type: { text: 'Sale' },
    day: { text: 'Jan 31, 2026' },
  })
  expect(second?.cells).toMatchObject({
    customer: { text: 'NONE' },
    type: { text: 'Return' },
    day: { problem: '"32/01/2026" is not a date' },
  })
  expect(third?.cells).toMatchObject({ no: { text: '2' }, customer: { text: 'NONE' } })
})

test('a condition keeps lines out', () => {
  const rows = previewRows(screen, { ...format, keep: 'not empty(Customer)' }, lines, 'en-US')
  expect(rows.map((row) => row.leftOut !== null)).toEqual([false, true, true])
})

test('an empty cell can leave its line out or be refused', () => {
  const fields = format.fields.map((mapping) =>
    mapping.field === 'customer' ? { ...mapping, when_empty: 'skip_row' as const } : mapping,
  )
  expect(previewRows(screen, { ...format, fields }, lines, 'en-US')[1]?.leftOut).toBe('Customer is empty')
  const strict = format.fields.map((mapping) =>
    mapping.field === 'customer' ? { ...mapping, when_empty: 'reject' as const } : mapping,
  )
  expect(previewRows(screen, { ...format, fields: strict }, lines, 'en-US')[1]?.cells.customer?.problem).toBe(
    'Customer is empty',
  )
})

test('a wrong formula says where', () => {
  expect(readFormula('Qty *', 'value').problem).toMatch(/character/)
  expect(readFormula('empty(Qty)', 'value').problem).toBe('A value is needed, not a condition')
  expect(readFormula('Qty * Price', 'value').problem).toBeNull()
})

test('an amount may name its currency, and is held against that of its line', () => {
  const priced = normalizeScreen(
    defineScreen({
      name: 'priced',
      label: ['Price', 'Prices'],
      area: 'transactions',
      endpoint: 'priced',
      table: { key: ['doc'] },
      fields: {
        doc: f.text({ required: true }),
        net: f.money({ currency: 'currency' }),
        currency: f.text({ default: 'EUR' }),
        day: f.date(),
      },
      upload: { functionality: 'Prices' },
    }),
  )
  const fields = ['doc', 'net', 'currency', 'day'].map((name) => ({
    field: name,
    source: 'column' as const,
    column: name,
  }))
  const cells = (net: string, currency: string) =>
    previewRows(priced, wholeFormat({ fields }), [{ doc: '1', net, currency, day: '12-AUG-26' }], 'en-US')[0]!.cells
  expect(cells('$1,234.50', 'USD').net).toEqual({ text: '1,234.50' })
  expect(cells('$1,234.50', 'EUR').net).toEqual({
    text: '$1,234.50',
    problem: '"$1,234.50" is not in the currency of its record',
  })
  // Which currency the record has is not told by the line.
  expect(cells('12.50 EUR', '').net).toEqual({ text: '12.50' })
  expect(cells('1', '').day).toEqual({ text: 'Aug 12, 2026' })
})
