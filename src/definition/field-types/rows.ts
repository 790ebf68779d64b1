import { bad, type FieldDisplay, type FieldType } from './field-type.ts'

/** Nested rows; each row is checked field by field by `validateRecord`. */
export const rowsDisplay: FieldDisplay = {
  name: 'rows',
  align: 'end',
  operators: ['empty', 'notEmpty'],
  sortable: false,
  parseText: () => bad('Nested rows cannot be written in one cell'),
  format: (value) => (Array.isArray(value) ? String(value.length) : ''),
}

export const rowsType: FieldType = {
  ...rowsDisplay,
  sql: () => 'jsonb',
}
