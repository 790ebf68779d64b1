import * as z from 'zod/mini'
import { bad, type FieldType } from './field-type.ts'

/** The column that holds user-defined attributes; each attribute is a field of its own through form_fields. */
export const attributesType: FieldType = {
  name: 'attributes',
  sql: () => 'jsonb',
  align: 'start',
  operators: [],
  sortable: false,
  schema: () => z.record(z.string(), z.unknown(), { error: 'Named values are needed' }),
  parseText: () => bad('Attributes are written one column each'),
  format: (value) =>
    value && typeof value === 'object' ? Object.entries(value).map(([name, item]) => `${name}: ${String(item)}`).join(', ') : '',
}
