import { daysLater } from './fiscal-year.ts'

/** A fiscal year with the periods that are to be named. */
export interface NamedYear {
  readonly fiscal_year: number
  readonly periods: readonly { readonly period_no: number; readonly name: string }[]
}

/** Whether a name says its year: 'Mar 2026', 'FY26 P03'. */
const saysYear = (name: string, year: number): boolean =>
  new RegExp(`(^|\\D)(${year}|FY ?'?${String(year).slice(-2)})(\\D|$)`, 'i').test(name)

/** How a period is called where those of several years stand together: by its own name, with its year before where the name does not say it. */
export const periodTitle = (fiscalYear: number, name: string): string =>
  saysYear(name, fiscalYear) ? name : `FY${fiscalYear} ${name}`

/** The titles of the periods of a year by number; those that somebody called alike have their number behind. */
export function periodTitles({ fiscal_year: year, periods }: NamedYear): ReadonlyMap<number, string> {
  const titles = periods.map(({ period_no: no, name }) => ({ no, title: periodTitle(year, name) }))
  return new Map(
    titles.map(({ no, title }) => {
      const isAlone = titles.every((other) => other.no === no || other.title !== title)
      return [no, isAlone ? title : `${title} (${no})`]
    }),
  )
}

const months = { month: 1, quarter: 3, year: 12 } as const

/** A part of the calendar that fiscal periods, quarters and years are told beside. */
export type CalendarStep = keyof typeof months

/** The first and the last day of the month, quarter or year of the calendar that a day is in. */
export function calendarAround(day: string, step: CalendarStep): { readonly from: string; readonly to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = Math.floor((month - 1) / months[step]) * months[step]
  const at = (count: number): string => new Date(Date.UTC(year, first + count, 1)).toISOString().slice(0, 10)
  return { from: at(0), to: daysLater(at(months[step]), -1) }
}

/** A whole month, quarter or year of the calendar by its name: 2026-03, 2026-Q1, 2026; null for other days. */
export function calendarTitle(from: string, to: string): string | null {
  const step = (['month', 'quarter', 'year'] as const).find((one) => {
    const around = calendarAround(from, one)
    return around.from === from && around.to === to
  })
  if (step === undefined) return null
  return nameOf(from, step)
}

const nameOf = (day: string, step: CalendarStep): string =>
  step === 'month'
    ? day.slice(0, 7)
    : step === 'quarter'
      ? `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
      : day.slice(0, 4)

export interface TitledSpan {
  readonly from: string
  readonly to: string
  readonly name: string
}

/**
 * Spans that follow each other, with what they leave of the months, quarters or years of the calendar they begin, end or have gaps in:
 * what then is in none of them is in whole ones of the calendar.
 */
export function withEdges(spans: readonly TitledSpan[], step: CalendarStep): TitledSpan[] {
  const ordered = spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last) return []
  const gaps = [
    { from: calendarAround(first.from, step).from, to: daysLater(first.from, -1) },
    ...ordered.slice(1).map((span, at) => ({ from: daysLater(ordered[at]!.to, 1), to: daysLater(span.from, -1) })),
    { from: daysLater(last.to, 1), to: calendarAround(last.to, step).to },
  ]
  return [...ordered, ...gaps.flatMap((gap) => cut(gap.from, gap.to, step))].toSorted((a, b) =>
    a.from < b.from ? -1 : 1,
  )
}

/** The parts of the calendar within two days; none where the second is before the first. */
function cut(from: string, to: string, step: CalendarStep): TitledSpan[] {
  if (from > to) return []
  const around = calendarAround(from, step)
  const end = around.to < to ? around.to : to
  return [{ from, to: end, name: nameOf(from, step) }, ...cut(daysLater(end, 1), to, step)]
}
