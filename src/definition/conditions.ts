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

/** True for what counts as absent: null, undefined, '' and empty lists. */
export const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The names of the fields that a condition reads. */
export function fieldsOf(condition: Condition): string[] {
  if ('field' in condition) return [condition.field]
  return condition.op === 'not' ? fieldsOf(condition.of) : condition.of.flatMap(fieldsOf)
}
