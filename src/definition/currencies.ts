import type { Field } from './field.ts'

/** The columns that the currencies of some columns stand in; of those whose currency is always the same there is none. */
export function currencyColumns(fields: readonly Field[], names: readonly string[]): readonly string[] {
  const found = fields.flatMap(({ name, currency }) =>
    currency !== undefined && names.includes(name) ? [currency] : [],
  )
  return [...new Set(found)].filter((name) => fields.some((field) => field.name === name))
}
