import { decimalDisplay, decimalType } from './decimal.ts'
import { derived, type FieldDisplay, type FieldType } from './field-type.ts'
import { formatDecimal } from './numbers.ts'

/** Amounts are stored with four decimals and read with two, or more where the amount has them. */
export const moneyDisplay: FieldDisplay = {
  ...decimalDisplay,
  name: 'money',
  format: (value, _field, locale) => formatDecimal(value, locale, 2, 4),
}

export const moneyType: FieldType = /* @__PURE__ */ derived(decimalType, moneyDisplay, {
  sql: () => 'numeric(18,4)',
})
