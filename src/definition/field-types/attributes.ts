import { bad, type FieldDisplay, type FieldType } from './field-type.ts'

/** The column that holds user-defined attributes; each attribute is a field of its own through form_fields. */
export const attributesDisplay: FieldDisplay = {
  name: 'attributes',
  align: 'start',
  operators: [],
  sortable: false,
  parseText: () => bad('Attributes are written one column each'),
  format: (value) =>
    value && typeof value === 'object'
      ? Object.entries(value)
          .map(([name, item]) => `${name}: ${String(item)}`)
          .join(', ')
      : '',
}

export const attributesType: FieldType = {
  ...attributesDisplay,
  sql: () => 'jsonb',
}
