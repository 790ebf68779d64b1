import { expect, test } from 'vitest'
import { f, fieldDisplays, normalizeField } from '#src/definition'
import { writtenLocales } from '#src/definition/written-locales.ts'
import { readTypedDay } from './typed-dates.ts'
import { readTypedNumber } from './typed-numbers.ts'

const amount = normalizeField('amount', f.decimal(14, 3))
const day = normalizeField('day', f.date())

test.each(writtenLocales)('what is shown in %s is read in it', (locale) => {
  for (const value of ['1234567.125', '-1234.5', '0.125', '1000', '12']) {
    const shown = fieldDisplays.decimal.format(value, amount, locale)
    expect(readTypedNumber(shown, amount, locale), shown).toBe(value)
  }
  for (const value of ['2026-01-02', '2026-03-31', '2026-05-06', '2026-09-12', '2026-12-24']) {
    const shown = fieldDisplays.date.format(value, day, locale)
    expect(readTypedDay(shown, day, locale, '2025-06-01'), shown).toBe(value)
    const figures = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(Date.parse(value))
    expect(readTypedDay(figures, day, locale, '2025-06-01'), figures).toBe(value)
  }
})
