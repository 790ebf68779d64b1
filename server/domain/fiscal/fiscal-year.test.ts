import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysLater, type FiscalPattern, periodOf, periodsOf, periodsProblem, yearAfter } from './fiscal-year.ts'
import { defaultPostingDate, openDayFrom, type PostingDateRule, workingDay } from './posting-date.ts'

const patterns: readonly FiscalPattern[] = ['months', '4-4-5', '4-5-4', '5-4-4', 'thirteen']
const shape = (pattern: FiscalPattern, start_date: string, weeks: number | null = null) => ({
  fiscal_year: 2026,
  pattern,
  start_date,
  weeks,
})

describe('the periods of a year', () => {
  test('are twelve months from its first day', () => {
    const periods = periodsOf(shape('months', '2026-04-01'))
    expect(periods).toHaveLength(12)
    expect(periods[0]).toEqual({
      period_no: 1,
      name: 'FY2026 P01',
      quarter: 1,
      start_date: '2026-04-01',
      end_date: '2026-04-30',
    })
    expect(periods.at(-1)).toMatchObject({ quarter: 4, start_date: '2027-03-01', end_date: '2027-03-31' })
  })

  test('are four, four and five weeks; the 53rd is in the last', () => {
    const ends = periodsOf(shape('4-4-5', '2026-01-05')).map(({ end_date }) => end_date)
    expect(ends.slice(0, 4)).toEqual(['2026-02-01', '2026-03-01', '2026-04-05', '2026-05-03'])
    expect(ends.at(-1)).toBe('2027-01-03')
    expect(periodsOf(shape('4-4-5', '2026-01-05', 53)).at(-1)!.end_date).toBe('2027-01-10')
    expect(periodsOf(shape('thirteen', '2026-01-05'))).toHaveLength(13)
  })

  test('follow each other in every pattern, and the next year follows them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true }),
        fc.constantFrom(52, 53),
        fc.integer({ min: 0, max: 363 }),
        (pattern, date, weeks, into) => {
          // A year of months begins on a day that every month has.
          const first = `${date.toISOString().slice(0, 8)}${String((date.getUTCDate() % 28) + 1).padStart(2, '0')}`
          const year = shape(pattern, first, weeks)
          const periods = periodsOf(year)
          expect(periodsProblem(periods)).toBeNull()
          expect(yearAfter(year).start_date).toBe(daysLater(periods.at(-1)!.end_date, 1))
          const day = daysLater(first, into)
          const found = periodOf(day, [{ fiscal_year: 2026, periods }])!
          expect(found.start_date <= day && day <= found.end_date).toBe(true)
        },
      ),
    )
  })

  test('written by hand have neither gap nor overlap', () => {
    const [first, second] = periodsOf(shape('months', '2026-01-01'))
    expect(periodsProblem([first!, { ...second!, start_date: '2026-02-02' }])).toMatchObject({
      at: 1,
      field: 'start_date',
    })
    expect(periodsProblem([{ ...first!, end_date: '2025-12-31' }])).toMatchObject({ at: 0, field: 'end_date' })
    expect(periodsProblem([second!])).toMatchObject({ at: 0, field: 'period_no' })
    expect(periodOf('2027-01-01', [{ fiscal_year: 2026, periods: [first!] }])).toBeNull()
  })
})

describe('the posting date', () => {
  const years = [{ fiscal_year: 2026, periods: periodsOf(shape('months', '2026-01-01')) }]
  const rule = (more: Partial<PostingDateRule> = {}): PostingDateRule => ({
    date_rule: 'today',
    fixed_date: null,
    day_rule: 'next',
    weekend: 'sat-sun',
    holidays: new Set(['2026-05-01']),
    ...more,
  })
  const open = () => 'open' as const

  test('is a working day', () => {
    expect(workingDay('2026-05-01', rule())).toBe('2026-05-04')
    expect(workingDay('2026-05-03', rule({ day_rule: 'previous' }))).toBe('2026-04-30')
    expect(workingDay('2026-05-03', rule({ day_rule: 'any' }))).toBe('2026-05-03')
  })

  test('comes about by a rule', () => {
    expect(defaultPostingDate('2026-05-13', rule(), years, open)).toBe('2026-05-13')
    expect(defaultPostingDate('2026-05-13', rule({ date_rule: 'period_end', day_rule: 'previous' }), years, open)).toBe(
      '2026-05-29',
    )
    expect(
      defaultPostingDate('2026-05-13', rule({ date_rule: 'previous_period_end', day_rule: 'any' }), years, open),
    ).toBe('2026-04-30')
    expect(defaultPostingDate('2026-05-13', rule({ date_rule: 'fixed', fixed_date: '2026-12-30' }), years, open)).toBe(
      '2026-12-30',
    )
    expect(defaultPostingDate('2026-05-13', rule(), [], open)).toBe('2026-05-13')
  })

  test('moves on to the first working day of an open period', () => {
    const closedTill = (last: number) => (_year: number, period: number) => (period <= last ? 'closed' : 'open')
    expect(defaultPostingDate('2026-04-13', rule(), years, closedTill(4))).toBe('2026-05-04')
    expect(defaultPostingDate('2026-04-13', rule(), years, closedTill(12))).toBeNull()
    expect(openDayFrom('2026-04-13', years, closedTill(5), ['open'])).toBe('2026-06-01')
  })
})
