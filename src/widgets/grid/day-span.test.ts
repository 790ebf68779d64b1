import { afterEach, expect, test, vi } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { textFormatOf } from '#src/widgets/text-format.ts'
import { daySpan } from './day-span.ts'
import { columnTest } from './grid-filter.ts'

const day = normalizeField('day', f.date())
const at = normalizeField('at', f.dateTime())
const format = textFormatOf('de')
const span = (text: string, field = at) => {
  const found = daySpan(text, field, format)
  return found && [found.from, found.to]
}

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['2026-11-24', '2026-11-23T11:00:00', '2026-11-24T11:00:00'],
  ['24.11.2026', '2026-11-23T11:00:00', '2026-11-24T11:00:00'],
  ['2026-11-24T02', '2026-11-23T13:00:00', '2026-11-23T14:00:00'],
  ['24.11.2026 2:28', '2026-11-23T13:28:00', '2026-11-23T13:29:00'],
  ['2026-11-24 02:28:01', '2026-11-23T13:28:01', '2026-11-23T13:28:02'],
  ['2026-11-23T13:28Z', '2026-11-23T13:28:00', '2026-11-23T13:29:00'],
  ['2026-11-23T13:28:01.120Z', '2026-11-23T13:28:01.12', '2026-11-23T13:28:01.12~'],
  ['2026-11', '2026-10-31T11:00:00', '2026-11-30T11:00:00'],
  ['2026', '2025-12-31T11:00:00', '2026-12-31T11:00:00'],
  ['2026-1', '2026-09-30T11:00:00', '2026-12-31T11:00:00'],
  ['202', '2019-12-31T11:00:00', '2029-12-31T11:00:00'],
  // The night in which the clock goes on, and the one in which it goes back.
  ['2026-09-27', '2026-09-26T12:00:00', '2026-09-27T11:00:00'],
  ['2026-04-05T02', '2026-04-04T13:00:00', '2026-04-04T15:00:00'],
  ['9999', '9998-12-31T11:00:00', '9999-12-31T11:00:00'],
])('%s is a span of the clock of the reader', (text, from, to) => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  expect(span(text)).toEqual([from, to])
})

test('days are the same wherever they are read', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  expect(span('2011-02', day)).toEqual(['2011-02-01', '2011-03-01'])
  expect(span('29.2.2012', day)).toEqual(['2012-02-29', '2012-03-01'])
  expect(span('2011-02-2', day)).toEqual(['2011-02-20', '2011-03-01'])
  expect(span('9999-12', day)).toEqual(['9999-12-01', '~'])
})

test.each([
  '2011-13',
  '2011-02-30',
  '2011-02 10',
  '2011-02-01 24',
  '2011-02-01 10:60',
  '2011-02-01 :30',
  '0000',
  'x',
  '',
])('%s cannot be read', (text) => expect(span(text)).toBeNull())

test('a day has no hours', () => expect(span('2011-02-01 10', day)).toBeNull())

test.each([
  ['2026-11-24', '2026-11-23T11:00:00Z', true],
  ['2026-11-24', '2026-11-23T10:59:59.999999Z', false],
  ['2026-11-24', '2026-11-24T10:59:59.999Z', true],
  ['2026-11-24', '2026-11-24T11:00:00Z', false],
  ['<>2026-11-24', '2026-11-24T11:00:00Z', true],
  ['<>2026-11-24', '2026-11-24T10:00:00Z', false],
  ['>2026-11-24', '2026-11-24T11:00:00Z', true],
  ['>2026-11-24', '2026-11-24T10:59:00Z', false],
  ['>=2026-11-24', '2026-11-23T11:00:00Z', true],
  ['<2026-11-24', '2026-11-23T11:00:00Z', false],
  ['<2026-11-24', '2026-11-23T10:59:59.9Z', true],
  ['<=2026-11-24', '2026-11-24T10:59:59.9Z', true],
  ['<=2026-11-24', '2026-11-24T11:00:00Z', false],
  ['2026-11-24..2026-11-25', '2026-11-25T10:59:00Z', true],
  ['2026-11-24 .. 2026-11-25', '2026-11-25T11:00:00Z', false],
  ['24.11.2026 2:28 .. 24.11.2026 2:30', '2026-11-23T13:30:59Z', true],
  ['2026-11-24..', '2026-11-23T11:00:00Z', true],
  ['2026-11-24..', '2026-11-23T10:00:00Z', false],
  ['..2026-11-24', '2026-11-24T10:00:00Z', true],
  ['..2026-11-24', '2026-11-24T11:00:00Z', false],
  ['<2026-11-24', '', false],
  ['..2026-11-24', null, false],
  ['..', '2026-11-24T11:00:00Z', null],
  ['2026-11-25..2026-11-24', '2026-11-24T11:00:00Z', null],
])('%s is asked of the instant %s', (text, value, passes) => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  expect(columnTest(text, at, format)?.(value) ?? null).toBe(passes)
})
