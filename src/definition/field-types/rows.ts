import * as z from 'zod/mini'
import { bad, type FieldType } from './field-type.ts'

/** Nested rows; each row is checked field by field by `validateRecord`. */
export const rowsType: FieldType = {
  name: 'rows',
  sql: () => 'jsonb',
  align: 'end',
  operators: ['empty', 'notEmpty'],
  sortable: false,
  schema: (field) => {
    const rows = z.array(z.record(z.string(), z.unknown()), { error: 'A list of rows is needed' })
    return rows.check(z.maxLength(field.maxRows ?? 5000, { error: `At most ${field.maxRows ?? 5000} rows` }))
  },
  parseText: () => bad('Nested rows cannot be written in one cell'),
  format: (value) => (Array.isArray(value) ? String(value.length) : ''),
}
