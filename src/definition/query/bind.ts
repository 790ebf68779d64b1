import { type Condition, isAbsent } from '../conditions.ts'
import type { Json } from '../field.ts'
import { parameterIn } from './query.ts'

type Comparing = Extract<Condition, { value: Json }>

/** Every comparison of a condition that has a value. */
export function comparisonsIn(condition: Condition | null): readonly Comparing[] {
  if (condition === null) return []
  if (condition.op === 'and' || condition.op === 'or') return condition.of.flatMap(comparisonsIn)
  if (condition.op === 'not') return comparisonsIn(condition.of)
  return 'value' in condition ? [condition] : []
}

/** The names of the parameters that a comparison asks for. */
export const parametersOf = ({ value }: Comparing): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => parameterIn(one) ?? [])

/**
 * A condition with the values that were given for its parameters. What asks for a parameter nobody gave is left out, with the
 * groups that then are empty: a question left open does not narrow. Null where nothing is left.
 */
export function boundCondition(
  condition: Condition | null,
  given: Readonly<Record<string, unknown>>,
): Condition | null {
  if (condition === null) return null
  if (condition.op === 'and' || condition.op === 'or') {
    const of = condition.of.flatMap((part) => boundCondition(part, given) ?? [])
    return of.length === 0 ? null : { op: condition.op, of }
  }
  if (condition.op === 'not') {
    const of = boundCondition(condition.of, given)
    return of && { op: 'not', of }
  }
  if (!('value' in condition)) return condition
  const bound = boundValue(condition.value, given)
  return bound.isOpen ? null : { ...condition, value: bound.value }
}

function boundValue(
  value: Json,
  given: Readonly<Record<string, unknown>>,
): { readonly value: Json; readonly isOpen: boolean } {
  const name = parameterIn(value)
  if (name !== null) {
    const own = given[name] ?? null
    return { value: own as Json, isOpen: isAbsent(own) }
  }
  if (!Array.isArray(value) || !value.some((one) => parameterIn(one) !== null)) return { value, isOpen: false }
  const values = value.map((one) => boundValue(one as Json, given).value)
  return { value: values, isOpen: values.every(isAbsent) }
}
