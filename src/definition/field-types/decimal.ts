import type { FieldType } from './field-type.ts'
import { decimalFromText, decimalSchema, formatDecimal, numberOperators, numberRules, parseDecimal } from './numbers.ts'

export const decimalType: FieldType = {
  name: 'decimal',
  sql: (field) => `numeric(${field.precision ?? 18},${field.scale ?? 0})`,
  align: 'end',
  operators: numberOperators,
  sortable: true,
  schema: decimalSchema,
  parseText: parseDecimal,
  fromText: decimalFromText,
  rules: numberRules,
  format: (value, field, locale) => formatDecimal(value, locale, 0, field.scale ?? 0),
}
