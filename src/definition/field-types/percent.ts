import { decimalDisplay, decimalType } from './decimal.ts'
import { bad, derived, withValue, type FieldDisplay, type FieldType } from './field-type.ts'
import { formatDecimal, notANumber } from './numbers.ts'

/** A rate as written: 5 means 5 %. */
export const percentDisplay: FieldDisplay = {
  ...decimalDisplay,
  name: 'percent',
  parseText: (text, field, format) => {
    const parsed = decimalDisplay.parseText(text.replace(/%$/, ''), field, format)
    return parsed.ok || !parsed.reason.endsWith('number') ? parsed : bad(withValue(notANumber, text))
  },
  format: (value, _field, locale) => {
    const text = formatDecimal(value, locale, 0, 6)
    return text && `${text} %`
  },
}

export const percentType: FieldType = /* @__PURE__ */ derived(decimalType, percentDisplay, {
  sql: () => 'numeric(12,6)',
  fromText: (text, field, format, seen) =>
    decimalType.fromText!(seen?.form === 'number' ? text : `regexp_replace(${text}, '%$', '')`, field, format, seen),
})
