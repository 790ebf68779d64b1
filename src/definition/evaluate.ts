import { compareValues } from './compare.ts'
import {
  type Comparison,
  type Condition,
  comparedFields,
  fieldComparisons,
  isAbsent,
  isFieldValue,
} from './conditions.ts'
import { resolveDate, type Calendar } from './dates.ts'
import type { Field, Json } from './field.ts'

/** `today` is what relative dates such as '@today' count from. */
export interface ConditionContext extends Calendar {
  readonly fields: readonly Field[]
  /** Whom '@me' means in references to users: their key. */
  readonly me?: string | undefined
}

const asList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value])

/**
 * Evaluates a condition on a record of canonical values. An absent value fulfils only `empty`, `ne`, `notIn`
 * and negations; text compares exactly, `contains` and its kin without regard to case.
 */
export function evaluate(
  condition: Condition,
  record: Readonly<Record<string, unknown>>,
  context: ConditionContext,
): boolean {
  switch (condition.op) {
    case 'and':
      return condition.of.every((part) => evaluate(part, record, context))
    case 'or':
      return condition.of.some((part) => evaluate(part, record, context))
    case 'not':
      return !evaluate(condition.of, record, context)
    case 'empty':
      return isAbsent(record[condition.field])
    case 'notEmpty':
      return !isAbsent(record[condition.field])
    default:
      return evaluateComparison(condition, record, context)
  }
}

function evaluateComparison(
  condition: { readonly op: Comparison; readonly field: string; readonly value: Json },
  record: Readonly<Record<string, unknown>>,
  context: ConditionContext,
): boolean {
  const value = record[condition.field]
  const type = context.fields.find((field) => field.name === condition.field)?.type ?? 'text'
  const compared = comparedFields(condition.value)
  const wanted = asList(condition.value).map((item): unknown =>
    isFieldValue(item)
      ? record[item.field]
      : item === '@me' && context.me
        ? context.me
        : resolveDate(item, type, context.today),
  )
  const [first, second] = wanted
  const order = (other: unknown) => compareValues(value, other, type, context.dayOf)
  if (isAbsent(value)) return condition.op === 'ne' || condition.op === 'notIn'
  if (compared.length > 0) {
    if (!fieldComparisons.has(condition.op)) return false
    // A bound without a value is open; beside nothing, nothing is equal, above or below.
    if (condition.op !== 'between' && isAbsent(first)) return condition.op === 'ne'
  }
  // Of several references one must be the key that is looked for.
  if (Array.isArray(value)) return (condition.op === 'eq' || condition.op === 'contains') && value.includes(first)
  const text = () => [String(value).toLowerCase(), String(first ?? '').toLowerCase()] as const
  switch (condition.op) {
    case 'eq':
      return order(first) === 0
    case 'ne':
      return order(first) !== 0
    case 'gt':
      return order(first) > 0
    case 'gte':
      return order(first) >= 0
    case 'lt':
      return order(first) < 0
    case 'lte':
      return order(first) <= 0
    case 'between':
      return (isAbsent(first) || order(first) >= 0) && (isAbsent(second) || order(second) <= 0)
    case 'in':
      return wanted.some((item) => order(item) === 0)
    case 'notIn':
      return wanted.every((item) => order(item) !== 0)
    case 'contains':
      return text()[0].includes(text()[1])
    case 'startsWith':
      return text()[0].startsWith(text()[1])
    case 'endsWith':
      return text()[0].endsWith(text()[1])
  }
}
