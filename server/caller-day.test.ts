import { expect, test } from 'vitest'
import { calendarIn, dayIn, knownZone } from './caller-day.ts'

test('a moment is on the day of its zone, with its summer time', () => {
  const at = Date.parse('2026-06-30T22:30:00Z')
  expect([undefined, 'UTC', 'Europe/Berlin', 'Asia/Kolkata'].map((zone) => dayIn(zone, at))).toEqual([
    '2026-06-30',
    '2026-06-30',
    '2026-07-01',
    '2026-07-01',
  ])
  expect(dayIn('Europe/Berlin', Date.parse('2026-12-31T22:30:00Z'))).toBe('2026-12-31')
  expect(dayIn('Europe/Berlin', Date.parse('0800-01-01T12:00:00Z'))).toBe('0800-01-01')
  const { today, dayOf } = calendarIn('America/Los_Angeles', at)
  expect([today, dayOf?.(at + 9 * 3_600_000)]).toEqual(['2026-06-30', '2026-07-01'])
})

test('only names are zones', () => {
  expect(knownZone('Europe/Berlin')).toBe('Europe/Berlin')
  for (const given of [null, '', '+05:30', 'Nowhere/At_All', 'UTC; drop table'])
    expect(knownZone(given)).toBeUndefined()
})
