import type { Condition } from '../conditions.ts'
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
  if (!('value' in condition) || !field.choices || !['eq', 'ne', 'in', 'notIn'].includes(condition.op)) return
  const known = field.choices.map((choice) => choice.value)
  for (const value of [condition.value].flat()) {
    if (typeof value !== 'string' || known.includes(value)) continue
    const near = nearest(value, known)
    report([...path, value], `${field.name} never is ${value}`, near && `write ${near}`)
  }
}
