import type { PlannedField } from './plan.ts'

/**
 * Whether two values of a part of the key are the same. A part that may be left empty is the same as another that is empty; texts are
 * written so that rows can still be found by hashing, since no text is empty.
 */
export function sameKey({ field, type }: PlannedField, one: string, other: string): string {
  if (field.required) return `${one} = ${other}`
  return type === 'text' ? `coalesce(${one}, '') = coalesce(${other}, '')` : `${one} is not distinct from ${other}`
}
