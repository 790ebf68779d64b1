import { isAbsent } from './conditions.ts'
import { add, multiply, parseDecimalText, printDecimal, round, type Decimal } from './expression/decimal.ts'
import type { Field, FieldTypeName } from './field.ts'

export const bulkOperationNames = ['set', 'clear', 'add', 'percent', 'replace', 'append', 'include', 'exclude'] as const

export type BulkOperationName = (typeof bulkOperationNames)[number]

/** What becomes of one field of many records; what reckons from the value that stands there leaves an empty one empty. */
export interface BulkOperation {
  readonly field: string
  readonly operation: BulkOperationName
  /** set: the value. add: a number, or days. percent: a number, −5 takes five per cent off. replace: the new text. append: the text to put behind. include, exclude: a key. */
  readonly value?: unknown
  /** replace: the text that is looked for, as it is written. */
  readonly find?: string
}

const numeric: readonly BulkOperationName[] = ['set', 'add', 'percent', 'clear']
const dated: readonly BulkOperationName[] = ['set', 'add', 'clear']
const written: readonly BulkOperationName[] = ['set', 'replace', 'append', 'clear']

const byType: Partial<Record<FieldTypeName, readonly BulkOperationName[]>> = {
  integer: numeric,
  decimal: numeric,
  money: numeric,
  percent: numeric,
  date: dated,
  dateTime: dated,
  text: written,
  longText: written,
  references: ['set', 'include', 'exclude', 'clear'],
}

/** What can be done with a field in many records at once, the usual first. */
export const bulkOperationsOf = (field: Field): readonly BulkOperationName[] =>
  (byType[field.type] ?? ['set', 'clear']).filter((name) => name !== 'clear' || !field.required)

const decimal = /^[+-]?\d{1,18}(?:\.\d{1,12})?$/
const day = 86_400_000
const mostDays = 40_000

/** What is wrong with an operation, in words; null when it can be done. */
export function bulkOperationProblem(field: Field, { operation, value, find }: BulkOperation): string | null {
  if (!bulkOperationsOf(field).includes(operation))
    return operation === 'clear' ? `${field.label} is required` : `${field.label} cannot be changed in this way`
  const isDate = field.type === 'date' || field.type === 'dateTime'
  if (operation === 'add' && isDate)
    return /^[+-]?\d{1,5}$/.test(String(value)) && Math.abs(Number(value)) <= mostDays
      ? null
      : 'A number of days is needed'
  if (operation === 'add' || operation === 'percent') return decimal.test(String(value)) ? null : 'A number is needed'
  if (operation === 'replace' && (typeof find !== 'string' || find === '')) return 'The text to look for is needed'
  if (operation === 'replace' && !isAbsent(value) && typeof value !== 'string') return 'Text is needed'
  if (operation === 'append' && (typeof value !== 'string' || value === '')) return 'Text is needed'
  if ((operation === 'include' || operation === 'exclude') && (typeof value !== 'string' || value === ''))
    return 'Choose one first'
  return null
}

/** The value a field has after an operation that `bulkOperationProblem` has nothing against. */
export function bulkResult(field: Field, { operation, value, find = '' }: BulkOperation, current: unknown): unknown {
  if (operation === 'set') return value
  if (operation === 'clear') return null
  if (field.type === 'references') return changedKeys(current, operation, String(value))
  if (isAbsent(current)) return operation === 'append' ? value : null
  if (operation === 'replace') return String(current).replaceAll(find, () => String(value ?? ''))
  if (operation === 'append') return `${String(current)}${String(value)}`
  if (field.type === 'date')
    return new Date(Date.parse(`${String(current)}T00:00:00Z`) + Number(value) * day).toISOString().slice(0, 10)
  if (field.type === 'dateTime') return new Date(Date.parse(String(current)) + Number(value) * day).toISOString()
  const given = parseDecimalText(String(value).replace(/^\+/, ''))
  const from = parseDecimalText(String(current))
  const result = operation === 'add' ? add(from, given) : multiply(from, add(hundred, given))
  return asValue(field, operation === 'add' ? result : { ...result, scale: result.scale + 2 })
}

const hundred: Decimal = { digits: 100n, scale: 0 }

// Amounts are rounded to cents: nobody means a price of 10.3499.
const scaleOf = (field: Field): number =>
  field.type === 'integer' ? 0 : field.type === 'money' ? Math.min(field.scale ?? 2, 2) : (field.scale ?? 0)

function asValue(field: Field, result: Decimal): string | number {
  const text = printDecimal(round(result, scaleOf(field)))
  return field.type === 'integer' ? Number(text) : text
}

function changedKeys(current: unknown, operation: BulkOperationName, key: string): readonly string[] | null {
  const keys = Array.isArray(current) ? current.map(String) : []
  const next = operation === 'exclude' ? keys.filter((one) => one !== key) : keys.includes(key) ? keys : [...keys, key]
  return next.length === 0 ? null : next
}
