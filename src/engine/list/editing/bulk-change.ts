import { isAbsent, type Field } from '#src/definition'
import { bulkOperationProblem, type BulkOperationName } from '#src/definition/bulk-operations.ts'
import type { BulkChange } from './bulk-calls.ts'

/** What is asked to become of one field. */
export interface FieldChange {
  readonly field: Field
  readonly operation: BulkOperationName
  readonly value: unknown
  readonly find: string
}

/** Whether nothing is missing from what was asked. */
export function isComplete({ field, operation, value, find }: FieldChange): boolean {
  if (operation === 'set') return !isAbsent(value)
  return bulkOperationProblem(field, { field: field.name, operation, value, find }) === null
}

/** What is missing, in words. */
export const missingIn = ({ field, operation, value, find }: FieldChange): string =>
  operation === 'set'
    ? `Enter the new value of ${field.label.toLowerCase()} first`
    : `${field.label}: ${bulkOperationProblem(field, { field: field.name, operation, value, find }) ?? 'something is missing'}`

/** The body of the call for what was asked. */
export function changeOf(asked: readonly FieldChange[]): BulkChange {
  const plain = asked.filter(({ operation }) => operation === 'set' || operation === 'clear')
  return {
    changes: Object.fromEntries(
      plain.map(({ field, operation, value }) => [field.name, operation === 'clear' ? null : value]),
    ),
    operations: asked
      .filter((change) => !plain.includes(change))
      .map(({ field, operation, value, find }) => ({
        field: field.name,
        operation,
        value,
        ...(operation === 'replace' ? { find } : {}),
      })),
  }
}

const isDate = (field: Field): boolean => field.type === 'date' || field.type === 'dateTime'

/** What an operation on a field is called. */
export function operationLabel(field: Field, operation: BulkOperationName): string {
  if (operation === 'add') return isDate(field) ? 'Move by days' : 'Add'
  return {
    set: 'Set to',
    clear: 'Empty',
    percent: 'Change by %',
    replace: 'Replace text',
    append: 'Add behind',
    include: 'Add one',
    exclude: 'Take one out',
  }[operation]
}

/** What one should know about an operation before one looks at its preview. */
export function operationHint({ field, operation }: Pick<FieldChange, 'field' | 'operation'>): string | null {
  if (operation === 'clear') return `${field.label} will be empty`
  if (operation === 'percent')
    return field.type === 'money' ? 'A minus takes off. Amounts are rounded to two decimals' : 'A minus takes off'
  if (operation === 'add') return isDate(field) ? 'A minus moves back' : 'A minus takes off'
  return operation === 'replace' ? 'Capital and small letters are told apart' : null
}

/** The field by which the value of an operation is asked for. */
export function operandField(field: Field, operation: BulkOperationName): Field {
  const { min: _min, max: _max, currency: _currency, unit: _unit, pattern: _pattern, ...rest } = field
  if (operation === 'percent') return { ...rest, type: 'decimal', precision: 12, scale: 6, unit: '%' }
  if (operation === 'add' && isDate(field)) return { ...rest, type: 'integer', unit: 'days' }
  if (operation === 'add') return { ...rest, type: field.type, ...(field.currency ? { currency: field.currency } : {}) }
  if (operation === 'include' || operation === 'exclude') return { ...rest, type: 'reference' }
  return field
}
