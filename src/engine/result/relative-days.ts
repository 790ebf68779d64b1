import type { Field } from '#src/definition'
import { resolveDate } from '#src/definition/dates.ts'
import type { Criteria } from './result-criteria.ts'

const anchors = [
  '@today',
  '@monthStart',
  '@monthEnd',
  '@monthStart-1m',
  '@monthStart-1d',
  '@quarterStart',
  '@quarterStart-3m',
  '@quarterStart-1d',
  '@yearStart',
  '@yearEnd',
  '@yearStart-1y',
  '@yearStart-1d',
]
const day = 86_400_000

/** A day as the distance from the day it is looked at: the start of the month, else so many days from today. */
export function relativeDay(value: string, today: string): string {
  const anchor = anchors.find((candidate) => resolveDate(candidate, 'date', today) === value)
  if (anchor) return anchor
  const days = Math.round((Date.parse(`${value}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / day)
  return `@today${days < 0 ? '-' : '+'}${Math.abs(days)}d`
}

/** Criteria whose days move along with the calendar. */
export const movingCriteria = (criteria: Criteria, fields: readonly Field[], today: string): Criteria =>
  Object.fromEntries(
    Object.entries(criteria).map(([name, value]) => {
      const isDay = fields.some((field) => field.name === name && field.type === 'date')
      return [name, isDay && typeof value === 'string' && /^\d/.test(value) ? relativeDay(value, today) : value]
    }),
  )

/** Criteria as they are meant today. */
export const fixedCriteria = (criteria: Criteria, fields: readonly Field[], today: string): Criteria =>
  Object.fromEntries(
    Object.entries(criteria).map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name)
      return [name, field ? resolveDate(value, field.type, today) : value]
    }),
  )
