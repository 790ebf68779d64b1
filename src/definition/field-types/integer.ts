import { bad, ok, withValue, type FieldDisplay, type FieldType } from './field-type.ts'
import { formatDecimal, misfit, numberOperators, numberRules, numberSql, readNumber } from './numbers.ts'

const notWhole = '"{value}" is not a whole number'

export const integerDisplay: FieldDisplay = {
  name: 'integer',
  align: 'end',
  operators: numberOperators,
  sortable: true,
  parseText: (text, field, format) => {
    const value = readNumber(text, format)?.replace(/\.0*$/, '')
    if (value === undefined || !/^-?\d{1,15}$/.test(value)) return bad(withValue(notWhole, text))
    const reason = misfit(value, field)
    return reason ? bad(reason) : ok(Number(value))
  },
  format: (value, { ungrouped }, locale) => (ungrouped ? String(value) : formatDecimal(value, locale, 0, 0)),
}

export const integerType: FieldType = {
  ...integerDisplay,
  sql: () => 'bigint',
  fromText: (text, _field, format, seen) => ({
    value:
      seen?.form === 'number' && seen.fraction === 0 && seen.whole <= 15
        ? `(${text})::bigint`
        : `case when (${text}) ~ '^-?[0-9]{1,15}$' then (${text})::bigint else (select case when n = trunc(n) and abs(n) < 1e15 then n::bigint end from (select ${numberSql(text, format)} as n offset 0) as q) end`,
    unreadable: notWhole,
  }),
  rules: (text, value, field, seen) => numberRules(text, value, { ...field, precision: 18, scale: 0 }, seen),
}
