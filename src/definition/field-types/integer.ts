import * as z from 'zod/mini'
import { bad, ok, withValue, type FieldType } from './field-type.ts'
import { formatDecimal, misfit, numberOperators, numberRules, numberSql, readNumber } from './numbers.ts'

const notWhole = '"{value}" is not a whole number'

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
    if (value === undefined || !/^-?\d{1,15}$/.test(value)) return bad(withValue(notWhole, text))
    const reason = misfit(value, field)
    return reason ? bad(reason) : ok(Number(value))
  },
  fromText: (text, _field, format, seen) => ({
    value:
      seen?.form === 'number' && seen.fraction === 0 && seen.whole <= 15
        ? `(${text})::bigint`
        : `(select case when n = trunc(n) and abs(n) < 1e15 then n::bigint end from (select ${numberSql(text, format)} as n offset 0) as q)`,
    unreadable: notWhole,
  }),
  rules: (text, value, field, seen) => numberRules(text, value, { ...field, precision: 18, scale: 0 }, seen),
  format: (value, _field, locale) => formatDecimal(value, locale, 0, 0),
}
