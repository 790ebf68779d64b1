import type { FieldSpec } from '#src/definition/field.ts'
import { labelOf } from '#src/definition/label-of.ts'
import { salesData } from '../transactions/sales-data.screen.ts'

const fieldsOfType = (...types: readonly string[]) =>
  Object.entries<FieldSpec>(salesData.fields)
    .filter(([, { type, hidden }]) => hidden !== true && (types.length === 0 || types.includes(type)))
    .map(([name, { label }]) => ({ value: name, label: `${label ?? labelOf(name)} (${name})` }))

/** The fields of sales data, as mappings name them. */
export const sourceFields = fieldsOfType()

/** Those of them that a calculation can count: quantities and values, which lines of every kind of data have. */
export const sourceNumbers = fieldsOfType('decimal', 'money', 'percent')
