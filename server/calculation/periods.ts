import type { ContractTerms, FiscalPeriodKind, Frequency, Period } from './terms.ts'

/** Days as YYYY-MM-DD, both included. */
export interface Window {
  readonly from: string
  readonly to: string
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const fiscalKinds: Readonly<Record<FiscalPeriodKind, number>> = { fiscal_period: 1, fiscal_quarter: 3, fiscal_year: 12 }

/** Whether a period is one of the fiscal calendar. */
export const isFiscal = (period: Period): period is FiscalPeriodKind => period in fiscalKinds

const months: Readonly<Record<Period, number>> = {
  invoice: 1,
  month: 1,
  quarter: 3,
  year: 12,
  lifetime: 12,
  ...fiscalKinds,
}

const yearsLater = (day: string, years: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate()
  return dayOf(Date.UTC(year + years, month - 1, Math.min(date, last)))
}

/** The first and the last day of the period of the calendar that a day is in. */
export function periodAround(day: string, period: Period): Window {
  if (period === 'invoice') return { from: day, to: day }
  const [year = 0, month = 1] = day.split('-').map(Number)
  const length = months[period]
  const first = Math.floor((month - 1) / length) * length
  return { from: dayOf(Date.UTC(year, first, 1)), to: dayOf(Date.UTC(year, first + length, 0)) }
}

/**
 * The days whose sales a calculation of the periods in a window needs: whole periods within the contract's validity, those of a
 * fiscal calendar within a year to either side, and the same days of the year before where a rule compares with them.
 */
export function daysNeeded(contract: ContractTerms, window: Window): Window {
  const within = daysWithin(contract, window)
  const compares = contract.rules.some((rule) => rule.benchmark === 'prior_period')
  return compares ? { from: yearsLater(within.from, -1), to: within.to } : within
}

function daysWithin({ valid_from, valid_to, rules }: ContractTerms, window: Window): Window {
  if (rules.some((rule) => rule.evaluation_period === 'lifetime')) return { from: valid_from, to: valid_to }
  const starts = rules.map(({ evaluation_period: period }) =>
    isFiscal(period) ? yearsLater(window.from, -1) : periodAround(window.from, period).from,
  )
  const ends = rules.map(({ evaluation_period: period }) =>
    isFiscal(period) ? yearsLater(window.to, 1) : periodAround(window.to, period).to,
  )
  const [from, to] = [[...starts, window.from].toSorted()[0]!, [...ends, window.to].toSorted().at(-1)!]
  return { from: from > valid_from ? from : valid_from, to: to < valid_to ? to : valid_to }
}

const lengths: Readonly<Record<Period | 'on_demand', number>> = {
  on_demand: 0,
  invoice: 0,
  month: 1,
  quarter: 3,
  year: 12,
  lifetime: 1_000,
  ...fiscalKinds,
}

/** Whether a period is settled while it runs, since payments come more often than it ends. */
export const isInterim = (payment: Frequency, period: Period): boolean => lengths[payment] < lengths[period]
