import { expect, test } from 'vitest'
import fc from 'fast-check'
import { resolveDate } from '#src/definition/dates.ts'
import { relativeDay } from './relative-days.ts'

test('days are told by the calendar where they can be', () => {
  expect(relativeDay('2026-11-21', '2026-11-21')).toBe('@today')
  expect(relativeDay('2026-11-01', '2026-11-21')).toBe('@monthStart')
  expect(relativeDay('2026-10-31', '2026-11-21')).toBe('@monthStart-1d')
  expect(relativeDay('2026-12-31', '2026-11-21')).toBe('@yearEnd')
  expect(relativeDay('2026-11-14', '2026-11-21')).toBe('@today-7d')
  expect(relativeDay('2026-11-23', '2026-11-21')).toBe('@today+2d')
})

test('on the day itself a relative day is the day it was made of', () => {
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (value, today) => {
      expect(resolveDate(relativeDay(value, today), 'date', today)).toBe(value)
    }),
  )
})
