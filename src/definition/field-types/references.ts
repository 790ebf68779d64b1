import * as z from 'zod/mini'
import { ok, type FieldType } from './field-type.ts'

export const referencesType: FieldType = {
  name: 'references',
  sql: () => 'text[]',
  align: 'start',
  operators: ['contains', 'empty', 'notEmpty'],
  sortable: false,
  schema: () => z.array(z.string({ error: 'Text is needed' }), { error: 'A list is needed' }),
  parseText: (text) => ok(text.split(/[;,]/).map((part) => part.trim()).filter(Boolean)),
  fromText: (expression) => ({ valid: 'true', value: `regexp_split_to_array(${expression}, '\\s*[;,]\\s*')` }),
  format: (value) => (Array.isArray(value) ? value.join(', ') : ''),
}
