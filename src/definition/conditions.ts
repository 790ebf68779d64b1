import { resolveDate, type Calendar } from './dates.ts'
import { compareValues } from './compare.ts'
import type { Field, Json } from './field.ts'

export const comparisons = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'notIn',
  'contains',
  'startsWith',
  'endsWith',
] as const
export const presences = ['empty', 'notEmpty'] as const

export type Comparison = (typeof comparisons)[number]
export type Presence = (typeof presences)[number]
export type Operator = Comparison | Presence

/** A condition is data: one tree that the browser, the server, SQL and an upload understand alike. */
export type Condition =
  | { readonly op: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  | { readonly op: Comparison; readonly field: string; readonly value: Json }
  | { readonly op: Presence; readonly field: string }

const compare =
  (op: Comparison) =>
  (field: string, value: Json): Condition => ({ op, field, value })

/** Builders of conditions: `when.eq('type', '3pl')`, `when.all(…)`, `when.before('validTo', '@today')`. */
export const when = {
  eq: compare('eq'),
  ne: compare('ne'),
  gt: compare('gt'),
  gte: compare('gte'),
  lt: compare('lt'),
  lte: compare('lte'),
  before: compare('lt'),
  after: compare('gt'),
  contains: compare('contains'),
  startsWith: compare('startsWith'),
  endsWith: compare('endsWith'),
  in: (field: string, values: readonly Json[]): Condition => ({ op: 'in', field, value: values }),
  notIn: (field: string, values: readonly Json[]): Condition => ({ op: 'notIn', field, value: values }),
  between: (field: string, from: Json, to: Json): Condition => ({ op: 'between', field, value: [from, to] }),
  empty: (field: string): Condition => ({ op: 'empty', field }),
  notEmpty: (field: string): Condition => ({ op: 'notEmpty', field }),
  all: (...of: readonly Condition[]): Condition => ({ op: 'and', of }),
  any: (...of: readonly Condition[]): Condition => ({ op: 'or', of }),
  not: (of: Condition): Condition => ({ op: 'not', of }),
}

/** `today` is what relative dates such as '@today' count from. */
export interface ConditionContext extends Calendar {
  readonly fields: readonly Field[]
  /** Whom '@me' means in references to users: their key. */
  readonly me?: string | undefined
}

/** True for what counts as absent: null, undefined, '' and empty lists. */
export const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

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
      return evaluateComparison(condition, record[condition.field], context)
  }
}

function evaluateComparison(
  condition: { readonly op: Comparison; readonly field: string; readonly value: Json },
  value: unknown,
  context: ConditionContext,
): boolean {
  const type = context.fields.find((field) => field.name === condition.field)?.type ?? 'text'
  const wanted = asList(condition.value).map((item) =>
    item === '@me' && context.me ? context.me : resolveDate(item, type, context.today),
  )
  const [first, second] = wanted
  const order = (other: unknown) => compareValues(value, other, type, context.dayOf)
  if (isAbsent(value)) return condition.op === 'ne' || condition.op === 'notIn'
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

/** The names of the fields that a condition reads. */
export function fieldsOf(condition: Condition): string[] {
  if ('field' in condition) return [condition.field]
  return condition.op === 'not' ? fieldsOf(condition.of) : condition.of.flatMap(fieldsOf)
}
