import { decimalType } from './decimal.ts'
import type { FieldType } from './field-type.ts'
import { formatDecimal } from './numbers.ts'

/** Amounts are stored with four decimals and read with two, or more where the amount has them. */
export const moneyType: FieldType = {
  ...decimalType,
  name: 'money',
  sql: () => 'numeric(18,4)',
  format: (value, _field, locale) => formatDecimal(value, locale, 2, 4),
}
