import { decimalType } from './decimal.ts'
import { bad, withValue, type FieldType } from './field-type.ts'
import { formatDecimal, notANumber } from './numbers.ts'

/** A rate as written: 5 means 5 %. */
export const percentType: FieldType = {
  ...decimalType,
  name: 'percent',
  sql: () => 'numeric(12,6)',
  parseText: (text, field, format) => {
    const parsed = decimalType.parseText(text.replace(/%$/, ''), field, format)
    return parsed.ok || !parsed.reason.endsWith('number') ? parsed : bad(withValue(notANumber, text))
  },
  fromText: (text, field, format, seen) =>
    decimalType.fromText!(seen?.form === 'number' ? text : `regexp_replace(${text}, '%$', '')`, field, format, seen),
  format: (value, _field, locale) => {
    const text = formatDecimal(value, locale, 0, 6)
    return text && `${text} %`
  },
}
