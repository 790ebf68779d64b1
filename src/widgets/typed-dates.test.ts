import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { localMoment, readTypedDay, readTypedMoment } from './typed-dates.ts'

const field = normalizeField('from', f.date())
const read = (text: string, locale = 'en-GB') => readTypedDay(text, field, locale, '2026-03-10')

test.each([
  ['2026-01-31', '2026-01-31'],
  ['31/01/2026', '2026-01-31'],
  ['31.1.26', '2026-01-31'],
  ['31 Jan 2026', '2026-01-31'],
  ['Jan 31, 2026', '2026-01-31'],
  ['today', '2026-03-10'],
  ['+7', '2026-03-17'],
  ['-10', '2026-02-28'],
])('%s is read as %s', (text, day) => expect(read(text)).toBe(day))

test('the order follows the locale', () => {
  expect(read('03/04/2026', 'en-US')).toBe('2026-03-04')
  expect(read('03/04/2026', 'en-GB')).toBe('2026-04-03')
})

test('what is no date stays as typed', () => {
  expect(read('31/02/2026')).toBe('31/02/2026')
  expect(read('soon')).toBe('soon')
})

test('a moment is read in local time and shown again', () => {
  const iso = readTypedMoment('2026-01-31 08:26', field, 'en-GB', '2026-03-10')
  expect(new Date(iso).getHours()).toBe(8)
  expect(localMoment(iso)).toBe('2026-01-31T08:26')
})
