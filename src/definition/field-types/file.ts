import * as z from 'zod/mini'
import { bad, type FieldType } from './field-type.ts'

/** A stored document: its id, name, media type and size in bytes. */
export const fileType: FieldType = {
  name: 'file',
  sql: () => 'jsonb',
  align: 'start',
  operators: ['empty', 'notEmpty'],
  sortable: false,
  schema: () => z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() }, { error: 'A file is needed' }),
  parseText: () => bad('Files cannot be written in a cell'),
  format: (value) => (value && typeof value === 'object' && 'name' in value ? String(value.name) : ''),
}
