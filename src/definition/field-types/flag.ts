import { bad, ok, withValue, type FieldDisplay, type FieldType } from './field-type.ts'

const truths = ['true', 'yes', 'y', 'x', '1', 'on']
const falsehoods = ['false', 'no', 'n', '0', 'off', '-']
const neither = '"{value}" is neither yes nor no'
const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ')

export const flagDisplay: FieldDisplay = {
  name: 'flag',
  align: 'start',
  operators: ['eq', 'empty', 'notEmpty'],
  sortable: true,
  parseText: (text) => {
    const wanted = text.toLowerCase()
    if (truths.includes(wanted)) return ok(true)
    if (falsehoods.includes(wanted)) return ok(false)
    return bad(withValue(neither, text))
  },
  format: (value) => (value === true ? 'Yes' : value === false ? 'No' : ''),
}

export const flagType: FieldType = {
  ...flagDisplay,
  sql: () => 'boolean',
  fromText: (text) => ({
    value: `case when lower(${text}) in (${list(truths)}) then true when lower(${text}) in (${list(falsehoods)}) then false end`,
    unreadable: neither,
  }),
}
