import { can, type Caller } from '../authorize.ts'
import { type FiscalYear, periodOf } from '../domain/fiscal/fiscal-year.ts'
import {
  defaultPostingDate,
  openDayFrom,
  type PeriodState,
  type PostingDateRule,
  type Weekend,
} from '../domain/fiscal/posting-date.ts'
import { periodTitle } from '../domain/fiscal/period-title.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** The fiscal years an application posts in, the state of their periods for it, and how its posting date comes about. */
export interface FiscalCalendar {
  readonly application: string
  readonly years: readonly FiscalYear[]
  readonly rule: PostingDateRule
  readonly stateOf: (year: number, period: number) => PeriodState
}

/** A day one may post on, with the period it lies in; without one where no fiscal years are defined. */
export interface PostingDay {
  readonly date: string
  readonly fiscalYear: number | null
  readonly fiscalPeriod: number | null
}

interface RuleRow {
  readonly fiscal_calendar: string
  readonly date_rule: PostingDateRule['date_rule']
  readonly fixed_date: string | null
  readonly day_rule: PostingDateRule['day_rule']
  readonly weekend: Weekend | null
  readonly holiday_calendar: string | null
}

const noRule: RuleRow = {
  fiscal_calendar: 'STANDARD',
  date_rule: 'today',
  fixed_date: null,
  day_rule: 'any',
  weekend: null,
  holiday_calendar: null,
}

/** Reads the calendar of an application; what is said of it counts before what is said of all. */
export async function fiscalCalendar(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  application: string,
): Promise<FiscalCalendar> {
  const [found = noRule] = await tx.query<RuleRow>(sql`
    select d.fiscal_calendar, d.date_rule, d.fixed_date::text as fixed_date, d.day_rule, d.weekend, d.holiday_calendar
      from default_posting_date d
     where d.organization_id = ${organizationId} and d.application_type in (${application}, 'all')
     order by (d.application_type = 'all') limit 1`)
  const years = await tx.query<FiscalYear>(sql`
    select y.fiscal_year, coalesce(y.periods, '[]'::jsonb) as periods from fiscal_year_definition y
     where y.organization_id = ${organizationId} and y.calendar = ${found.fiscal_calendar} order by y.start_date`)
  const states = await tx.query<{ place: string; status: PeriodState }>(sql`
    select distinct on (c.fiscal_year, c.period_no) concat(c.fiscal_year, '/', c.period_no) as place, c.status
      from financial_close c
     where c.organization_id = ${organizationId} and c.calendar = ${found.fiscal_calendar} and c.application_type in (${application}, 'all')
     order by c.fiscal_year, c.period_no, (c.application_type = 'all')`)
  const holidays = await tx.query<{ day: string }>(sql`
    select h.day::text as day from holiday h
     where h.organization_id = ${organizationId} and h.calendar = ${found.holiday_calendar ?? ''}`)
  const byPlace = new Map(states.map(({ place, status }) => [place, status]))
  return {
    application,
    years,
    rule: {
      date_rule: found.date_rule,
      fixed_date: found.fixed_date,
      day_rule: found.day_rule,
      weekend: found.weekend ?? 'none',
      holidays: new Set(holidays.map(({ day }) => day)),
    },
    stateOf: (year, period) => byPlace.get(`${year}/${period}`) ?? 'open',
  }
}

const stateWords: Readonly<Record<PeriodState, string>> = { open: 'open', soft_closed: 'soft closed', closed: 'closed' }

/**
 * The day a posting gets: the one asked for, or the default of its application. WRONG_STATE where its period is closed, with the
 * next open day in the message and as `details.next_open_date`; in a soft closed period those post who close periods.
 */
export function postingDay(
  calendar: FiscalCalendar,
  asked: string | null,
  caller: Pick<Caller, 'permissions'>,
  today: string,
): PostingDay {
  const { years, stateOf, application } = calendar
  const date = asked ?? defaultPostingDate(today, calendar.rule, years, stateOf)
  if (date === null)
    throw new AppError('WRONG_STATE', {
      message: `No period is open for ${application} from ${today} on. A period has to be reopened, or the next fiscal year defined.`,
    })
  if (years.length === 0) return { date, fiscalYear: null, fiscalPeriod: null }
  const admitted: readonly PeriodState[] = can(caller, 'finance.close') ? ['open', 'soft_closed'] : ['open']
  const period = periodOf(date, years)
  const state = period && stateOf(period.fiscal_year, period.period_no)
  if (period && admitted.includes(state!))
    return { date, fiscalYear: period.fiscal_year, fiscalPeriod: period.period_no }
  const next = openDayFrom(date, years, stateOf, admitted)
  const where = period
    ? `${date} lies in ${periodTitle(period.fiscal_year, period.name)}, which is ${stateWords[state!]} for ${application}.`
    : `${date} lies in no fiscal year that is defined.`
  throw new AppError('WRONG_STATE', {
    message: `${where} ${next ? `The next open date is ${next}.` : 'No period after it is open.'}`,
    details: { next_open_date: next },
  })
}

/** Keeps periods as they are until the transaction ends: whoever posts holds them together with others, whoever closes alone. */
export async function holdPeriods(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  how: 'posting' | 'closing',
): Promise<void> {
  const key = sql`hashtextextended(concat('financial_close ', ${organizationId}::bigint), 0)`
  await tx.query(
    how === 'posting' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`,
  )
}

/** Gives postings of one transaction their days; each application's calendar is read once. */
export async function postingDays(
  tx: Pick<Tx, 'query'>,
  caller: Pick<Caller, 'organizationId' | 'permissions'>,
  today: string,
): Promise<(application: string, asked: string | null) => Promise<PostingDay>> {
  await holdPeriods(tx, caller.organizationId, 'posting')
  const calendars = new Map<string, FiscalCalendar>()
  return async (application, asked) => {
    const calendar = calendars.get(application) ?? (await fiscalCalendar(tx, caller.organizationId, application))
    calendars.set(application, calendar)
    return postingDay(calendar, asked, caller, today)
  }
}
