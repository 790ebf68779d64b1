import { expect, test } from 'vitest'
import type { Field } from '../field.ts'
import { dateDisplay, dateFormat } from './date.ts'

test('a day reads the same with and without a formatter of the browser', () => {
  const field = { name: 'day', type: 'date', label: 'Day' } as Field
  for (const locale of ['en', 'en-US', 'en-GB', 'de-DE', 'fr']) {
    for (let at = Date.UTC(2023, 11, 30); at < Date.UTC(2025, 0, 3); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10)
      expect(dateDisplay.format(day, field, locale)).toBe(dateFormat(locale, false).format(at))
    }
    for (const day of ['0099-03-01', '1582-10-10', '1600-02-29', '9999-12-31'])
      expect(dateDisplay.format(day, field, locale)).toBe(
        dateFormat(locale, false).format(new Date(`${day}T00:00:00Z`)),
      )
  }
  expect(dateDisplay.format('2024-02-30', field, 'en')).toBe('2024-02-30')
})

test('a day that stands for its month is written as the month', () => {
  const field = { name: 'month', type: 'date', label: 'Month', monthly: true } as Field
  expect(dateDisplay.format('2026-04-01', field, 'en-GB')).toBe('Apr 2026')
  expect(dateDisplay.format('2026-01-01', field, 'en')).toBe('Jan 2026')
  expect(dateDisplay.format(null, field, 'en')).toBe('')
})
