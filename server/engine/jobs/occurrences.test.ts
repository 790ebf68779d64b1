import { expect, test } from 'vitest'
import { cronProblem, isTimeZone, nextOccurrence, type Timetable } from './occurrences.ts'

const timetable = (more: Partial<Timetable>): Timetable => ({
  cron: '30 6 * * *',
  time_zone: 'UTC',
  day_rule: 'any',
  weekend: 'sat-sun',
  holidays: new Set(),
  ...more,
})
const next = (more: Partial<Timetable>, from: string) => nextOccurrence(timetable(more), new Date(from))

test('follows the clock of its zone over the change to summer time', () => {
  // Clocks in Berlin go forward on 29 March 2026.
  expect(next({ time_zone: 'Europe/Berlin' }, '2026-03-28T00:00:00Z')).toBe('2026-03-28T05:30:00.000Z')
  expect(next({ time_zone: 'Europe/Berlin' }, '2026-03-29T00:00:00Z')).toBe('2026-03-29T04:30:00.000Z')
})

test('leaves out days without work, or puts them off to the next working day', () => {
  const holidays = new Set(['2026-12-25', '2026-12-28'])
  // Thursday 24 December 2026; Friday 25th and Monday 28th are holidays.
  const after = '2026-12-24T12:00:00Z'
  expect(next({}, after)).toBe('2026-12-25T06:30:00.000Z')
  expect(next({ day_rule: 'skip', holidays }, after)).toBe('2026-12-29T06:30:00.000Z')
  const monthly = { cron: '0 22 25 * *', time_zone: 'Europe/Berlin', holidays }
  expect(next({ ...monthly, day_rule: 'next' }, after)).toBe('2026-12-29T21:00:00.000Z')
  expect(next({ ...monthly, day_rule: 'skip' }, after)).toBe('2027-01-25T21:00:00.000Z')
  // In the middle of the break what was put off is still to come.
  expect(next({ ...monthly, day_rule: 'next' }, '2026-12-27T00:00:00Z')).toBe('2026-12-29T21:00:00.000Z')
})

test('knows other weekends', () => {
  // 2026-12-25 is a Friday.
  expect(next({ day_rule: 'skip', weekend: 'fri-sat' }, '2026-12-24T12:00:00Z')).toBe('2026-12-27T06:30:00.000Z')
  expect(next({ day_rule: 'skip', weekend: 'none' }, '2026-12-25T12:00:00Z')).toBe('2026-12-26T06:30:00.000Z')
})

test('tells what is wrong with times', () => {
  expect(cronProblem('30 6 * * 1-5')).toBeNull()
  expect(cronProblem('0 2 L * *')).toBeNull()
  expect(cronProblem('every morning')).toContain('Five parts')
  expect(cronProblem('61 6 * * *')).not.toBeNull()
  expect(cronProblem('0 0 31 2 *')).toBe('These times never come')
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Europe/Nowhere')).toBe(false)
})
