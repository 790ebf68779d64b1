import * as z from 'zod/mini'
import { bad, ok, type FieldType } from './field-type.ts'
import { decimalFromText, formatDecimal, misfit, numberOperators, readNumber } from './numbers.ts'

export const integerType: FieldType = {
  name: 'integer',
  sql: () => 'bigint',
  align: 'end',
  operators: numberOperators,
  sortable: true,
  schema: (field) => {
    let schema = z.int({ error: 'A whole number is needed' })
    if (field.min !== undefined) schema = schema.check(z.gte(Number(field.min), { error: `At least ${field.min}` }))
    if (field.max !== undefined) schema = schema.check(z.lte(Number(field.max), { error: `At most ${field.max}` }))
    return schema
  },
  parseText: (text, field, format) => {
    const value = readNumber(text, format)?.replace(/\.0*$/, '')
    if (value === undefined || !/^-?\d{1,15}$/.test(value)) return bad(`"${text}" is not a whole number`)
    const reason = misfit(value, field)
    return reason ? bad(reason) : ok(Number(value))
  },
  fromText: (expression, field, format) => {
    const decimal = decimalFromText(expression, { ...field, precision: 19, scale: 4 }, format)
    return {
      valid: `case when ${decimal.valid} then (${decimal.value}) = trunc(${decimal.value}) else false end`,
      value: `(${decimal.value})::bigint`,
    }
  },
  format: (value, _field, locale) => formatDecimal(value, locale, 0, 0),
}
