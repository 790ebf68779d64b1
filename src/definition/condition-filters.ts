import { type Condition, isAbsent } from './conditions.ts'
import type { Filter } from './list-query.ts'

/** A condition as filters of a list that all hold; null where that cannot be said: filters know no alternatives and no negation. */
export function filtersOf(condition: Condition): readonly Filter[] | null {
  if (condition.op === 'and') {
    const parts = condition.of.map(filtersOf)
    return parts.every((part) => part !== null) ? parts.flat() : null
  }
  if (!('field' in condition)) return null
  if (!('value' in condition)) return [{ field: condition.field, op: condition.op, values: [] }]
  const values = [condition.value].flat()
  if (values.length === 0 || values.some((value) => isAbsent(value) || typeof value === 'object')) return null
  return [{ field: condition.field, op: condition.op, values: values as Filter['values'] }]
}
