import { dateFormat } from '#src/definition/field-types/date.ts'
import { formatDecimal } from '#src/definition/field-types/numbers.ts'

/** A number, large enough to be parted everywhere, and a day as people of a locale write them. */
export const formatWords = (locale: string): string =>
  `${formatDecimal('12345.5', locale, 2, 2)} · ${dateFormat(locale, false).format(Date.UTC(2026, 0, 31))}`
