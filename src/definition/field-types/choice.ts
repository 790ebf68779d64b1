import * as z from 'zod/mini'
import type { Field } from '../field.ts'
import { bad, ok, type FieldType } from './field-type.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

const find = (text: string, field: Field) => {
  const wanted = text.trim().toLowerCase()
  return field.choices?.find((choice) => choice.value.toLowerCase() === wanted || choice.label.toLowerCase() === wanted)
}

const names = (field: Field): string => (field.choices ?? []).map((choice) => choice.label).join(', ')

export const choiceType: FieldType = {
  name: 'choice',
  sql: () => 'text',
  align: 'start',
  operators: ['in', 'eq', 'ne', 'notIn', 'empty', 'notEmpty'],
  sortable: true,
  schema: (field) =>
    z.enum((field.choices ?? []).map((choice) => choice.value) as [string, ...string[]], { error: `Choose one of ${names(field)}` }),
  parseText: (text, field) => {
    const choice = find(text, field)
    return choice ? ok(choice.value) : bad(`"${text}" is not one of ${names(field)}`)
  },
  // Files carry the value or the label, in any case.
  fromText: (expression, field) => {
    const pairs = (field.choices ?? []).flatMap((choice) =>
      [...new Set([choice.value.toLowerCase(), choice.label.toLowerCase()])].map((text) => [text, choice.value] as const),
    )
    return {
      valid: `lower(${expression}) in (${pairs.map(([text]) => quote(text)).join(', ')})`,
      value: `case lower(${expression}) ${pairs.map(([text, value]) => `when ${quote(text)} then ${quote(value)}`).join(' ')} end`,
    }
  },
  format: (value, field) =>
    value === null || value === undefined ? '' : (field.choices?.find((choice) => choice.value === value)?.label ?? String(value)),
}
