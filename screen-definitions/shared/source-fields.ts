import type { FieldSpec } from '#src/definition/field.ts'
import { labelOf } from '#src/definition/label-of.ts'
import { salesData } from '../transactions/sales-data.screen.ts'

const fieldsOfType = (...types: readonly string[]) =>
  Object.entries<FieldSpec>(salesData.fields)
    .filter(([, { type, hidden }]) => hidden !== true && (types.length === 0 || types.includes(type)))
    .map(([name, { label }]) => ({ value: name, label: `${label ?? labelOf(name)} (${name})` }))

/** The fields of sales data, as mappings name them. */
export const sourceFields = fieldsOfType()

/** Those of them that hold a number. */
export const sourceNumbers = fieldsOfType('integer', 'decimal', 'money', 'percent')

/** Those of them that hold a day. */
export const sourceDays = fieldsOfType('date')
