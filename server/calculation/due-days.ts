import { plusDays } from '../domain/contracts/terms-in-time.ts'
import { today } from '../engine/list.ts'
import { isInterim, periodAround, type Window } from './periods.ts'
import { calendarOf, spansOf, type Surroundings } from './surroundings.ts'
import type { ContractTerms, Frequency, PostingKind, RuleTerm } from './terms.ts'

/** What of a rule is due in a run. Days as YYYY-MM-DD; null is no bound. */
export interface DueDays {
  /** Periods that end by then. */
  readonly over_by: string | null
  /** Periods that begin by then: they are settled while they run. */
  readonly begun_by: string | null
  /** The end that a payment is counted from; null is that of its period. */
  readonly settled_to: string | null
  /** The days from that end until a payment is to be made; null where none was agreed. */
  readonly due_days: number | null
}

interface Asked {
  readonly window: Window
  readonly kind: PostingKind
  readonly around: Pick<Surroundings, 'fiscal' | 'calendars' | 'today'>
  /** The day on which it is asked for, or is posted; today without it. */
  readonly day?: string
}

type Regular = Exclude<Frequency, 'on_demand'>

const spanKinds: Readonly<Record<Regular, string>> = {
  month: 'fiscal_period',
  quarter: 'fiscal_quarter',
  year: 'fiscal_year',
}

// Before every period: none of them has begun.
const never = '-infinity'

const earlier = (a: string, b: string): string => (a < b ? a : b)

/** The days within a window on which a month, quarter or year ends, by the calendar, the fiscal one, or since the contract ends. */
function endsIn(frequency: Regular, contract: ContractTerms, { from, to }: Window, around: Asked['around']): string[] {
  const { from: first, to: last } = periodAround(to, frequency)
  const fiscal = spansOf(around, calendarOf(around, contract.application_type)).filter(
    ({ kind }) => kind === spanKinds[frequency],
  )
  return [last, plusDays(first, -1), contract.valid_to, ...fiscal.map(({ period_to }) => period_to)].filter(
    (day) => day >= from && day <= to,
  )
}

const lastEnd = (frequency: Regular, contract: ContractTerms, window: Window, around: Asked['around']): string | null =>
  endsIn(frequency, contract, window, around).toSorted().at(-1) ?? null

/** The last day whose payments may be posted: as long ago as was agreed, and within the window. */
function payableTo(
  { payment_calc_days: days }: ContractTerms,
  { window, around, day = around.today ?? today() }: Asked,
): string {
  return days ? earlier(window.to, plusDays(day, -days)) : window.to
}

/**
 * What of a rule is due: accruals in runs that reach the end of a month, quarter or year, as was agreed; payments of periods that are
 * over for as many days as was agreed, or while they run, from the end of the payment's own period on.
 */
export function dueDays(contract: ContractTerms, rule: Pick<RuleTerm, 'evaluation_period'>, asked: Asked): DueDays {
  const { kind, window, around } = asked
  const { accrual_frequency: accrued, payment_frequency: paid } = contract
  const days = contract.payment_calc_days ?? 0
  if (kind === 'Accrual') {
    const reached = !accrued || accrued === 'on_demand' ? null : (lastEnd(accrued, contract, window, around) ?? never)
    return { over_by: null, begun_by: reached, settled_to: null, due_days: null }
  }
  const until = payableTo(contract, asked)
  if (!isInterim(paid, rule.evaluation_period))
    return { over_by: until, begun_by: null, settled_to: null, due_days: days }
  if (paid === 'on_demand') return { over_by: null, begun_by: null, settled_to: null, due_days: null }
  const end = lastEnd(paid, contract, { from: window.from, to: until }, around)
  const next = end ?? periodAround(window.from, paid).to
  return { over_by: null, begun_by: days === 0 ? null : (end ?? never), settled_to: next, due_days: days }
}

const ends: Readonly<Record<Regular, string>> = { month: 'a month', quarter: 'a quarter', year: 'a year' }

/** Why what a contract owes for the periods asked for is not posted yet, in words; `dueOn` is the first day on which some of it is to be paid. */
export function notDueWords(
  contract: ContractTerms,
  { kind, window }: Pick<Asked, 'kind' | 'window'>,
  dueOn: string | null,
): string {
  const { accrual_frequency: accrued, valid_to: last } = contract
  const days = contract.payment_calc_days ?? 0
  if (kind === 'Accrual' && accrued && accrued !== 'on_demand')
    return `Its accruals are posted at the end of ${ends[accrued]}. The next one is ${earlier(periodAround(window.to, accrued).to, last)}`
  const end = dueOn === null ? null : plusDays(dueOn, -days)
  if (end === null || days === 0 || end > window.to)
    return `What it owes for these periods is not due before their end${end === null ? '' : `, ${end}`}`
  return `It pays ${days} ${days === 1 ? 'day' : 'days'} after the end of a period: what ends on ${end} is due from ${dueOn} on`
}
