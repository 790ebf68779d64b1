import type { Field } from '#src/definition'
import { sameFieldValue } from '#src/data/same-value.ts'

export type Values = Readonly<Record<string, unknown>>

/** The names of the writable fields whose value differs. */
export const changedNames = (fields: readonly Field[], before: Values, after: Values): string[] =>
  fields
    .filter((field) => !field.readOnly && !sameFieldValue(field, before[field.name], after[field.name]))
    .map((field) => field.name)

export const pick = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
