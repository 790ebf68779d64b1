/** How a fiscal year is cut: calendar months, quarters of 4, 4 and 5 weeks in some order, or thirteen times four weeks. */
export type FiscalPattern = 'months' | '4-4-5' | '4-5-4' | '5-4-4' | 'thirteen'

/** One period; days as YYYY-MM-DD, both included. */
export interface FiscalPeriod {
  readonly period_no: number
  readonly name: string
  readonly quarter: number
  readonly start_date: string
  readonly end_date: string
}

/** A fiscal year of a calendar with its periods in order. */
export interface FiscalYear {
  readonly fiscal_year: number
  readonly periods: readonly FiscalPeriod[]
}

/** What a fiscal year is made of: its first day, and for patterns of weeks whether it has 52 or 53 of them. */
export interface FiscalYearShape {
  readonly fiscal_year: number
  readonly pattern: FiscalPattern
  readonly start_date: string
  readonly weeks?: number | null
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day so many days later, or earlier below nothing. */
export const daysLater = (day: string, days: number): string =>
  dayOf(new Date(`${day}T00:00:00Z`).getTime() + days * 86_400_000)

/** The same day of the month so many months later, or the last one of a shorter month. */
function monthsLater(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

const weeksOf: Readonly<Record<Exclude<FiscalPattern, 'months'>, readonly number[]>> = {
  '4-4-5': [4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5],
  '4-5-4': [4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4],
  '5-4-4': [5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4],
  thirteen: Array.from({ length: 13 }, () => 4),
}

/** The first days of the periods, and behind them the first day of the year after. */
function starts({ pattern, start_date: first, weeks }: FiscalYearShape): string[] {
  if (pattern === 'months') return Array.from({ length: 13 }, (_, at) => monthsLater(first, at))
  const lengths = weeksOf[pattern].with(-1, weeksOf[pattern].at(-1)! + (weeks === 53 ? 1 : 0))
  let day = first
  return [first, ...lengths.map((length) => (day = daysLater(day, length * 7)))]
}

/** The periods of a year by its pattern, without gap or overlap; the week too many of a long year is in the last. */
export function periodsOf(shape: FiscalYearShape): FiscalPeriod[] {
  const days = starts(shape)
  const count = days.length - 1
  return days.slice(0, count).map((start_date, at) => ({
    period_no: at + 1,
    name: `FY${shape.fiscal_year} P${String(at + 1).padStart(2, '0')}`,
    // Thirteen periods make quarters of three, three, three and four.
    quarter: Math.min(4, Math.floor(at / 3) + 1),
    start_date,
    end_date: daysLater(days[at + 1]!, -1),
  }))
}

/** The year after: it begins where this one ends, with the same pattern and 52 weeks. */
export const yearAfter = (shape: FiscalYearShape): FiscalYearShape => ({
  fiscal_year: shape.fiscal_year + 1,
  pattern: shape.pattern,
  start_date: starts(shape).at(-1)!,
  weeks: shape.pattern === 'months' ? null : 52,
})

/** The period of a calendar that a day is in; null where no fiscal year is defined. */
export function periodOf(
  day: string,
  years: readonly FiscalYear[],
): (FiscalPeriod & { readonly fiscal_year: number }) | null {
  for (const { fiscal_year, periods } of years) {
    const period = periods.find(({ start_date, end_date }) => start_date <= day && day <= end_date)
    if (period) return { ...period, fiscal_year }
  }
  return null
}

/** What is wrong with periods that were written by hand, with the place of the first at fault; null when they follow each other. */
export function periodsProblem(
  periods: readonly FiscalPeriod[],
): { at: number; field: string; message: string } | null {
  for (const [at, period] of periods.entries()) {
    const before = periods[at - 1]
    if (period.end_date < period.start_date)
      return { at, field: 'end_date', message: 'A period does not end before it begins' }
    if (period.period_no !== at + 1) return { at, field: 'period_no', message: `This is period ${at + 1}` }
    if (before && period.start_date !== daysLater(before.end_date, 1))
      return {
        at,
        field: 'start_date',
        message: `The period before ends on ${before.end_date}: this one begins the day after`,
      }
  }
  return null
}
