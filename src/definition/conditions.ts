import type { Json } from './field.ts'

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

/** The value of another field, as what a field is compared with. */
export type FieldValue = { readonly field: string }

/** The comparisons that another field's value can stand in. */
export const fieldComparisons: ReadonlySet<Operator> = new Set<Operator>([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
])

export const isFieldValue = (value: unknown): value is FieldValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'field' in value

const compare =
  (op: Comparison) =>
  (field: string, value: Json): Condition => ({ op, field, value })

/** Builders of conditions: `when.eq('type', '3pl')`, `when.all(…)`, `when.before('validTo', '@today')`, `when.lt('most', when.field('least'))`. */
export const when = {
  /** The value of another field of the record, to compare with; of the same type, or a number as this one is. */
  field: (name: string): FieldValue => ({ field: name }),
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

/** True for what counts as absent: null, undefined, '' and empty lists. */
export const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The fields with whose values a condition compares. */
export const comparedFields = (value: Json): readonly FieldValue[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(isFieldValue)

/** The names of the fields that a condition reads. */
export function fieldsOf(condition: Condition): string[] {
  if ('field' in condition)
    return [condition.field, ...('value' in condition ? comparedFields(condition.value).map(({ field }) => field) : [])]
  return condition.op === 'not' ? fieldsOf(condition.of) : condition.of.flatMap(fieldsOf)
}
