import type { Field } from '../field.ts'
import { quoteSql } from './blanks.ts'
import { bad, ok, withValue, type FieldDisplay, type FieldType } from './field-type.ts'

const find = (text: string, field: Field) => {
  const exact = field.choices?.find((choice) => choice.value === text)
  if (exact) return exact
  const wanted = text.toLowerCase()
  return field.choices?.find((choice) => choice.value.toLowerCase() === wanted || choice.label.toLowerCase() === wanted)
}

const names = (field: Field): string => (field.choices ?? []).map((choice) => choice.label).join(', ')
const notAChoice = (field: Field): string => `"{value}" is not one of ${names(field)}`

export const choiceDisplay: FieldDisplay = {
  name: 'choice',
  align: 'start',
  operators: ['in', 'eq', 'ne', 'notIn', 'empty', 'notEmpty'],
  sortable: true,
  parseText: (text, field) => {
    const choice = find(text, field)
    return choice ? ok(choice.value) : bad(withValue(notAChoice(field), text))
  },
  format: (value, field) =>
    value === null || value === undefined
      ? ''
      : (field.choices?.find((choice) => choice.value === value)?.label ?? String(value)),
}

export const choiceType: FieldType = {
  ...choiceDisplay,
  sql: () => 'text',
  // Files carry the value or the label, in any case.
  fromText: (text, field) => {
    // The first choice that has the text as value or label, as `find` does.
    const values = new Map<string, string>()
    for (const choice of field.choices ?? []) {
      for (const name of [choice.value, choice.label])
        if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), choice.value)
    }
    const exact = (field.choices ?? []).map((choice) => quoteSql(choice.value))
    const pairs = [...values].map(([name, value]) => `when ${quoteSql(name)} then ${quoteSql(value)}`)
    if (pairs.length === 0) return { value: 'null::text', unreadable: notAChoice(field) }
    return {
      value: `case when ${text} in (${exact.join(', ')}) then ${text} else case lower(${text}) ${pairs.join(' ')} end end`,
      unreadable: notAChoice(field),
    }
  },
}
