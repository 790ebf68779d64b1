import { bad, type FieldDisplay, type FieldType } from './field-type.ts'

/** A stored document: its id, name, media type and size in bytes. */
export const fileDisplay: FieldDisplay = {
  name: 'file',
  align: 'start',
  operators: ['empty', 'notEmpty'],
  sortable: false,
  parseText: () => bad('Files cannot be written in a cell'),
  format: (value) => (value && typeof value === 'object' && 'name' in value ? String(value.name) : ''),
}

export const fileType: FieldType = {
  ...fileDisplay,
  sql: () => 'jsonb',
}
