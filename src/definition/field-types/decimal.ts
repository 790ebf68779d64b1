import type { FieldDisplay, FieldType } from './field-type.ts'
import { decimalFromText, formatDecimal, numberOperators, numberRules, parseDecimal } from './numbers.ts'

export const decimalDisplay: FieldDisplay = {
  name: 'decimal',
  align: 'end',
  operators: numberOperators,
  sortable: true,
  parseText: parseDecimal,
  format: (value, field, locale) => formatDecimal(value, locale, 0, field.scale ?? 0),
}

export const decimalType: FieldType = {
  ...decimalDisplay,
  sql: (field) => `numeric(${field.precision ?? 18},${field.scale ?? 0})`,
  fromText: decimalFromText,
  rules: numberRules,
}
