import { comparedFields, fieldComparisons, type Condition } from '../conditions.ts'
import { comparedKind } from '../compared-kind.ts'
import type { Field } from '../field.ts'
import { nearest, type Report, reportUnknown } from './finding.ts'

/** Fields that a condition names, and values that a choice never has; a condition that is never true hides for ever. */
export function lintCondition(
  condition: Condition,
  fields: readonly Field[],
  path: readonly (string | number)[],
  report: Report,
): void {
  if ('of' in condition) {
    for (const part of [condition.of].flat()) lintCondition(part, fields, path, report)
    return
  }
  const field = fields.find((candidate) => candidate.name === condition.field)
  if (!field) {
    reportUnknown(
      report,
      [...path, condition.field],
      'field',
      condition.field,
      fields.map((candidate) => candidate.name),
    )
    return
  }
  if ('value' in condition) lintCompared(condition, field, fields, path, report)
  if (!('value' in condition) || !field.choices || !['eq', 'ne', 'in', 'notIn'].includes(condition.op)) return
  const known = field.choices.map((choice) => choice.value)
  for (const value of [condition.value].flat()) {
    if (typeof value !== 'string' || known.includes(value)) continue
    const near = nearest(value, known)
    report([...path, value], `${field.name} never is ${value}`, near && `write ${near}`)
  }
}

const comparable: ReadonlySet<string> = new Set(['number', 'text', 'date', 'dateTime', 'flag'])

/** Another field's value stands in comparisons only, beside a field of the same kind. */
function lintCompared(
  { op, value }: Extract<Condition, { value: unknown }>,
  field: Field,
  fields: readonly Field[],
  path: readonly (string | number)[],
  report: Report,
): void {
  for (const { field: name } of comparedFields(value)) {
    const at = [...path, name]
    const other = fields.find((candidate) => candidate.name === name)
    if (!other) {
      const names = fields.map((candidate) => candidate.name)
      reportUnknown(report, at, 'field', name, names)
    } else if (!fieldComparisons.has(op)) report(at, `${op} compares with values, not with the field ${name}`)
    else if (comparedKind(field) !== comparedKind(other) || !comparable.has(comparedKind(field)))
      report(at, `${field.name} is a ${field.type} and cannot be compared with ${name}, a ${other.type}`)
  }
}
