import { daysLater, type FiscalYear, periodOf } from './fiscal-year.ts'

export type PeriodState = 'open' | 'soft_closed' | 'closed'
export type Weekend = 'sat-sun' | 'fri-sat' | 'sun' | 'none'

/** Weekdays without work, Sunday being 0. */
export const weekends: Readonly<Record<Weekend, readonly number[]>> = {
  'sat-sun': [0, 6],
  'fri-sat': [5, 6],
  sun: [0],
  none: [],
}

/** How the posting date of an application comes about when nobody names one. */
export interface PostingDateRule {
  readonly date_rule: 'today' | 'period_end' | 'previous_period_end' | 'fixed'
  readonly fixed_date: string | null
  readonly day_rule: 'any' | 'next' | 'previous'
  readonly weekend: Weekend
  readonly holidays: ReadonlySet<string>
}

/** The state of a period of a calendar for one application. */
export type StateOf = (year: number, period: number) => PeriodState

// A calendar with more days off in a row than this has no working days.
const longestBreak = 30

const isWorking = (day: string, { weekend, holidays }: PostingDateRule): boolean =>
  !holidays.has(day) && !weekends[weekend].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The working day that stands for a day: the next or the last before it; the day itself where any will do or none is found. */
export function workingDay(day: string, rule: PostingDateRule): string {
  if (rule.day_rule === 'any') return day
  const step = rule.day_rule === 'next' ? 1 : -1
  for (let away = 0; away <= longestBreak; away += 1) {
    const candidate = daysLater(day, away * step)
    if (isWorking(candidate, rule)) return candidate
  }
  return day
}

function anchor(today: string, { date_rule: rule, fixed_date: fixed }: PostingDateRule, years: readonly FiscalYear[]) {
  if (rule === 'fixed') return fixed ?? today
  const current = periodOf(today, years)
  if (!current || rule === 'today') return today
  if (rule === 'period_end') return current.end_date
  return daysLater(current.start_date, -1)
}

/** The first day from `day` on that lies in a period in one of the states; null when none follows. */
export function openDayFrom(
  day: string,
  years: readonly FiscalYear[],
  stateOf: StateOf,
  admitted: readonly PeriodState[],
): string | null {
  const following = years
    .flatMap(({ fiscal_year, periods }) => periods.map((period) => ({ ...period, fiscal_year })))
    .filter(({ end_date }) => end_date >= day)
    .toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))
  const open = following.find(({ fiscal_year, period_no }) => admitted.includes(stateOf(fiscal_year, period_no)))
  if (!open) return null
  return open.start_date > day ? open.start_date : day
}

/** The date postings get by themselves: by the rule, on a working day, in an open period; null when no period is open from there on. */
export function defaultPostingDate(
  today: string,
  rule: PostingDateRule,
  years: readonly FiscalYear[],
  stateOf: StateOf,
): string | null {
  const wanted = workingDay(anchor(today, rule, years), rule)
  if (years.length === 0) return wanted
  const open = openDayFrom(wanted, years, stateOf, ['open'])
  if (open === null || open === wanted) return open
  const worked = workingDay(open, { ...rule, day_rule: rule.day_rule === 'any' ? 'any' : 'next' })
  return openDayFrom(worked, years, stateOf, ['open'])
}
