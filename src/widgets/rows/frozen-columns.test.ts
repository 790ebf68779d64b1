import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { tellingColumns } from './frozen-columns.ts'

const { fields } = normalizeField('rows', f.rows({ value: f.text(), value_to: f.text(), note: f.text() }))

test('rows are told apart by their first column, or by as many as their key begins with', () => {
  expect(tellingColumns(fields!)).toBe(1)
  expect(tellingColumns(fields!, ['value', 'value_to'])).toBe(2)
  expect(tellingColumns(fields!, ['note'])).toBe(1)
  expect(tellingColumns(fields!, ['note', 'value_to', 'value'])).toBe(3)
})
