import type { Field, FieldSpec } from './field.ts'
import { labelOf } from './label-of.ts'

/** A name as tables and columns are called: billingDate and billing-date are billing_date. */
export const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

/** Fills in the defaults of one field; `name` is its key in the definition. */
export function normalizeField(name: string, spec: FieldSpec): Field {
  const { id, label, required, fields, type, immutable, readOnly, search, index, unique, hidden, within, ...rest } =
    spec
  return {
    ...rest,
    ...(type === 'money' ? { precision: 18, scale: 4 } : type === 'percent' ? { precision: 12, scale: 6 } : {}),
    name,
    id: id ?? name,
    type,
    label: label ?? labelOf(name),
    required: required === true,
    requiredWhenVisible: required === 'whenVisible',
    immutable: immutable ?? false,
    readOnly: readOnly ?? false,
    search: search ?? false,
    index: index ?? false,
    unique: unique ?? false,
    hidden: hidden ?? false,
    storage: within ? { column: snake(within), key: name } : { column: snake(name) },
    ...(fields ? { fields: Object.entries(fields).map(([key, value]) => normalizeField(key, value)) } : {}),
  }
}
