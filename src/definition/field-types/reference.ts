import { textSchema, parseTextValue, textType } from './text.ts'
import type { FieldType } from './field-type.ts'

/** Holds the business key of a record of another screen; whether it exists is checked by the server. */
export const referenceType: FieldType = {
  ...textType,
  name: 'reference',
  operators: ['in', 'eq', 'ne', 'notIn', 'contains', 'startsWith', 'empty', 'notEmpty'],
  schema: textSchema,
  parseText: parseTextValue,
}
