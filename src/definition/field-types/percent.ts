import { decimalType } from './decimal.ts'
import type { FieldType } from './field-type.ts'
import { formatDecimal } from './numbers.ts'

/** A rate as written: 5 means 5 %. */
export const percentType: FieldType = {
  ...decimalType,
  name: 'percent',
  sql: () => 'numeric(12,6)',
  parseText: (text, field, format) => decimalType.parseText(text.replace(/\s*%$/, ''), field, format),
  fromText: (expression, field, format) => decimalType.fromText!(`regexp_replace(${expression}, '\\s*%$', '')`, field, format),
  format: (value, _field, locale) => {
    const text = formatDecimal(value, locale, 0, 6)
    return text && `${text} %`
  },
}
