import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { wholeFormat } from './format-body.ts'
import { proposalFor } from './proposals.ts'

const line = normalizeField('line', f.integer({ required: true }))
const customer = normalizeField('customer', f.reference('customer'))
const columns = [
  { name: 'Invoice no', samples: ['1', '2'], type: 'integer' },
  { name: 'CustomerID', samples: ['17850.0', '13047.0'], type: 'decimal' },
]
const format = wholeFormat({
  fields: [
    { field: 'doc', source: 'column', column: 'Invoice no' },
    { field: 'customer', source: 'column', column: 'customerid', when_empty: 'skip_row' },
  ],
})

test('a missing line number is counted within the rest of the key', () => {
  expect(proposalFor(line, format, columns, ['doc', 'line'])?.mapping).toEqual({
    field: 'line',
    source: 'counter',
    within: ['Invoice no'],
  })
  expect(proposalFor(line, format, columns, ['doc'])).toBeNull()
})

test('codes that a spreadsheet made numbers of become codes again, their other options kept', () => {
  expect(proposalFor(customer, format, columns, [])?.mapping).toEqual({
    field: 'customer',
    source: 'formula',
    formula: 'code(CustomerID)',
    when_empty: 'skip_row',
  })
  expect(proposalFor(customer, format, [{ ...columns[1]!, samples: ['17850'] }], [])).toBeNull()
})
