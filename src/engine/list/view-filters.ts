import type { Condition, Filter, FilterOperator } from '#src/definition'

type Value = string | number | boolean

const opposite: Partial<Record<FilterOperator, FilterOperator>> = {
  eq: 'ne',
  ne: 'eq',
  in: 'notIn',
  notIn: 'in',
  empty: 'notEmpty',
  notEmpty: 'empty',
}

const scalar = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function comparison(condition: Condition): Filter | null {
  if (!('field' in condition)) return null
  if (!('value' in condition)) return { field: condition.field, op: condition.op, values: [] }
  const values = Array.isArray(condition.value) ? condition.value : [condition.value]
  return values.every(scalar) ? { field: condition.field, op: condition.op, values } : null
}

function negation(condition: Condition): Filter | null {
  const inner = comparison(condition)
  const op = inner && opposite[inner.op]
  return op ? { ...inner, op } : null
}

function alternatives(of: readonly Condition[]): Filter | null {
  const parts = of.map(comparison)
  const field = parts[0]?.field
  if (!field || !parts.every((part) => part?.field === field && (part.op === 'eq' || part.op === 'in'))) return null
  return { field, op: 'in', values: parts.flatMap((part) => part!.values) }
}

/**
 * A view's condition as the filters a list shows as chips, all of them to hold; null when the condition says more
 * than filters can (an "or" across fields), which then goes to the server by the view's name.
 */
export function conditionFilters(condition: Condition): readonly Filter[] | null {
  if (condition.op === 'and') {
    const parts = condition.of.map(conditionFilters)
    return parts.every((part) => part !== null) ? parts.flat() : null
  }
  const single =
    condition.op === 'or'
      ? alternatives(condition.of)
      : condition.op === 'not'
        ? negation(condition.of)
        : comparison(condition)
  return single && [single]
}
