import * as z from 'zod/mini'
import { bad, ok, withValue, type FieldType } from './field-type.ts'

const truths = ['true', 'yes', 'y', 'x', '1', 'on']
const falsehoods = ['false', 'no', 'n', '0', 'off', '-']
const neither = '"{value}" is neither yes nor no'
const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ')

export const flagType: FieldType = {
  name: 'flag',
  sql: () => 'boolean',
  align: 'start',
  operators: ['eq', 'empty', 'notEmpty'],
  sortable: true,
  schema: () => z.boolean({ error: 'Yes or no is needed' }),
  parseText: (text) => {
    const wanted = text.toLowerCase()
    if (truths.includes(wanted)) return ok(true)
    if (falsehoods.includes(wanted)) return ok(false)
    return bad(withValue(neither, text))
  },
  fromText: (text) => ({
    value: `case when lower(${text}) in (${list(truths)}) then true when lower(${text}) in (${list(falsehoods)}) then false end`,
    unreadable: neither,
  }),
  format: (value) => (value === true ? 'Yes' : value === false ? 'No' : ''),
}
