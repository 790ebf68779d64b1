import { isAbsent, type Field, numberTypes } from '#src/definition'
import { compareValues } from '#src/definition/compare.ts'

/** Equal as stored values: absent is absent however it is written, lists and objects by content. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (isAbsent(a) && isAbsent(b))) return true
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

const compared = new Set([...numberTypes, 'dateTime'])

/** Equal as values of a field: 5 and 5.000 are, and so is one moment written in two ways. */
export const sameFieldValue = (field: Field, a: unknown, b: unknown): boolean =>
  sameValue(a, b) || (compared.has(field.type) && !isAbsent(a) && !isAbsent(b) && compareValues(a, b, field.type) === 0)
