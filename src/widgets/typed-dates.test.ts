import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { dayPattern, localMoment, readTypedDay, readTypedMoment } from './typed-dates.ts'

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
  ['+2w', '2026-03-24'],
  ['-1m', '2026-02-10'],
  ['+1y', '2027-03-10'],
  ['tomorrow', '2026-03-11'],
  ['yest', '2026-03-09'],
  ['fri', '2026-03-13'],
  ['tu', '2026-03-10'],
  ['21.11.', '2026-11-21'],
  ['21/11', '2026-11-21'],
  ['2111', '2026-11-21'],
  ['211127', '2027-11-21'],
  ['21112027', '2027-11-21'],
  ['20271121', '2027-11-21'],
  ['21', '2026-03-21'],
  ['21 Nov', '2026-11-21'],
  ['21. November 27', '2027-11-21'],
  ['november 21st', '2026-11-21'],
  ['2024-1-5', '2024-01-05'],
  ['2024/1/5', '2024-01-05'],
  ['20121121', '2012-11-21'],
  ['311224', '2024-12-31'],
  ['yesterday', '2026-03-09'],
  ['+7d', '2026-03-17'],
  ['11/21', '2026-11-21'],
  ['11/21/2026', '2026-11-21'],
])('%s is read as %s', (text, day) => expect(read(text)).toBe(day))

test('the order follows the locale', () => {
  expect(read('03/04/2026', 'en-US')).toBe('2026-03-04')
  expect(read('03/04/2026', 'en-GB')).toBe('2026-04-03')
  expect(read('11/21', 'en-US')).toBe('2026-11-21')
  expect(read('112127', 'en-US')).toBe('2027-11-21')
  expect(read('21.11.2026', 'en-US')).toBe('2026-11-21')
  expect(read('21.11.', 'en-US')).toBe('2026-11-21')
  expect(read('2024-1-5', 'en-US')).toBe('2024-01-05')
  // What is no day in that order is one in the other only.
  expect(read('311224', 'en-US')).toBe('2024-12-31')
  expect(read('31/12/2024', 'en-US')).toBe('2024-12-31')
  expect(read('31/13/2024', 'en-US')).toBe('31/13/2024')
})

test('words are those of the language, and English ones', () => {
  expect(read('heute', 'de-DE')).toBe('2026-03-10')
  expect(read('morgen', 'de-DE')).toBe('2026-03-11')
  expect(read('Do', 'de-DE')).toBe('2026-03-12')
  expect(read('3. März', 'de-DE')).toBe('2026-03-03')
  expect(read('today', 'de-DE')).toBe('2026-03-10')
})

test('a month later is never a month too late', () => {
  expect(readTypedDay('+1m', field, 'en-GB', '2026-01-31')).toBe('2026-02-28')
})

test('what is no date stays as typed', () => {
  expect(read('31/02/2026')).toBe('31/02/2026')
  expect(read('soon')).toBe('soon')
  expect(read('31/02')).toBe('31/02')
  expect(read('99')).toBe('99')
  expect(read('nov')).toBe('nov')
})

test('a moment is read in local time and shown again', () => {
  const iso = readTypedMoment('2026-01-31 08:26', field, 'en-GB', '2026-03-10')
  expect(new Date(iso).getHours()).toBe(8)
  expect(localMoment(iso)).toBe('2026-01-31T08:26')
  const moment = (text: string) => localMoment(readTypedMoment(text, field, 'en-GB', '2026-03-10'))
  expect(moment('21.11. 8:30')).toBe('2026-11-21T08:30')
  expect(moment('8:30 pm')).toBe('2026-03-10T20:30')
  expect(moment('tomorrow 12 am')).toBe('2026-03-11T00:00')
  expect(moment('2026-01-31')).toBe('2026-01-31T00:00')
  expect(readTypedMoment('25:00', field, 'en-GB', '2026-03-10')).toBe('25:00')
})

test('a day is written as the locale does', () => {
  expect(['en-GB', 'en-US', 'de-DE', 'sv-SE'].map(dayPattern)).toEqual([
    'DD/MM/YYYY',
    'MM/DD/YYYY',
    'DD.MM.YYYY',
    'YYYY-MM-DD',
  ])
})
