import { periodsOf, periodsProblem, type FiscalPeriod, type FiscalYearShape } from '../domain/fiscal/fiscal-year.ts'
import { periodTitle } from '../domain/fiscal/period-title.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { AppError } from '../errors.ts'
import { json, sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

const periodsIn = (values: Values): readonly FiscalPeriod[] => (values['periods'] ?? []) as readonly FiscalPeriod[]

/** The shape of a fiscal year as its record says it. */
const shapeOf = (values: Values): FiscalYearShape => ({
  fiscal_year: Number(values['fiscal_year']),
  pattern: (values['pattern'] ?? 'months') as FiscalYearShape['pattern'],
  start_date: String(values['start_date']),
  weeks: values['weeks'] === '53' ? 53 : 52,
})

const shapeNames = ['pattern', 'start_date', 'weeks']

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Whether the periods have to be made by the pattern: there are none, or the pattern changed and they did not. */
function isToBeMade(values: Values, current: Values | null): boolean {
  const next = { ...current, ...values }
  if (periodsIn(next).length === 0) return true
  if (!current) return false
  const isReshaped = shapeNames.some((name) => !isSame(next[name], current[name]))
  return isReshaped && isSame(next['periods'], current['periods'])
}

/** Periods that are not open any more stay as they are: what was posted stands in them. */
async function demandKept({ tx, caller }: HookContext, year: Values, periods: readonly FiscalPeriod[]): Promise<void> {
  const [shut] = await tx.query<{ name: string; status: string }>(sql`
    select c.name, c.status from financial_close c
     where c.organization_id = ${caller.organizationId} and c.calendar = ${String(year['calendar'])} and c.fiscal_year = ${Number(year['fiscal_year'])}
       and c.status <> 'open' and not exists (
         select from jsonb_to_recordset(${json(periods)}) as p(period_no int, start_date date, end_date date)
          where p.period_no = c.period_no and p.start_date = c.start_date and p.end_date = c.end_date)
     order by c.period_no limit 1`)
  if (shut)
    throw new AppError('WRONG_STATE', {
      message: `${periodTitle(Number(year['fiscal_year']), shut.name)} is ${shut.status === 'closed' ? 'closed' : 'soft closed'}: its days stay as they are. Reopen it first.`,
    })
}

/** Each period has a row of the financial close for all applications; those of periods that are gone go. */
async function keepClose({ tx, caller }: HookContext, year: Values): Promise<void> {
  const { organizationId, userId } = caller
  const [calendar, number] = [String(year['calendar']), Number(year['fiscal_year'])]
  const periods = sql`jsonb_to_recordset(${json(periodsIn(year))}) as p(period_no int, name text, quarter int, start_date date, end_date date)`
  await tx.query(sql`
    delete from financial_close c
     where c.organization_id = ${organizationId} and c.calendar = ${calendar} and c.fiscal_year = ${number}
       and not exists (select from ${periods} where p.period_no = c.period_no)`)
  await tx.query(sql`
    update financial_close c set name = p.name, quarter = p.quarter, start_date = p.start_date, end_date = p.end_date
      from ${periods}
     where c.organization_id = ${organizationId} and c.calendar = ${calendar} and c.fiscal_year = ${number} and c.period_no = p.period_no
       and (c.name, c.quarter, c.start_date, c.end_date) is distinct from (p.name, p.quarter, p.start_date, p.end_date)`)
  await tx.query(sql`
    insert into financial_close (organization_id, created_by, updated_by, calendar, fiscal_year, period_no, name, quarter, start_date, end_date, application_type, status)
    select ${organizationId}, ${userId}, ${userId}, ${calendar}, ${number}, p.period_no, p.name, p.quarter, p.start_date, p.end_date, 'all', 'open'
      from ${periods}
     where not exists (select from financial_close c where c.organization_id = ${organizationId} and c.calendar = ${calendar}
       and c.fiscal_year = ${number} and c.period_no = p.period_no and c.application_type = 'all')
     order by p.period_no`)
}

const standardCalendar = 'STANDARD'

const hasYears = async (
  { tx, caller }: HookContext,
  calendar: string,
  besides: readonly number[],
): Promise<boolean> => {
  const rows = await tx.query(sql`
    select from fiscal_year_definition y
     where y.organization_id = ${caller.organizationId} and y.calendar = ${calendar} and not y.id = any(${besides}::bigint[]) limit 1`)
  return rows.length > 0
}

/** An application that follows a calendar without years would post on any day, whatever was closed. */
async function demandFollowed(context: HookContext, records: readonly Row[]): Promise<void> {
  const { tx, caller } = context
  for (const calendar of new Set(records.map((record) => String(record['calendar'])))) {
    const [follower] = await tx.query<{ application_type: string }>(sql`
      select d.application_type from default_posting_date d
       where d.organization_id = ${caller.organizationId} and d.fiscal_calendar = ${calendar} order by d.application_type limit 1`)
    const ids = records.map(({ id }) => id)
    if (!follower || calendar === standardCalendar || (await hasYears(context, calendar, ids))) continue
    const who = follower.application_type === 'all' ? 'Every application' : follower.application_type
    throw new AppError('WRONG_STATE', {
      message: `${who} follows the calendar ${calendar}: its last fiscal year stays until the default posting date names another one.`,
    })
  }
}

/** Fiscal years: periods by the pattern, without gaps, and one row of the financial close for each. */
export const fiscalYearHooks: Record<'fiscal-year' | 'default-posting-date', RecordHooks> = {
  'fiscal-year': {
    beforeWrite: async (context, values, current) => {
      const next = { ...current, ...values }
      if (typeof next['start_date'] !== 'string') return []
      if (isToBeMade(values, current)) values['periods'] = periodsOf(shapeOf(next))
      const periods = periodsIn({ ...current, ...values })
      const problem = periodsProblem(periods)
      if (problem) return [{ path: ['periods', problem.at, problem.field], code: 'invalid', message: problem.message }]
      if (periods[0]!.start_date !== next['start_date'])
        return [
          { path: ['periods', 0, 'start_date'], code: 'invalid', message: 'The first period begins with the year' },
        ]
      values['end_date'] = periods.at(-1)!.end_date
      values['period_count'] = periods.length
      if (current) await demandKept(context, next, periods)
      return []
    },
    afterWrite: (context, record) => keepClose(context, record),
    beforeDelete: async (context, records) => {
      await demandFollowed(context, records)
      for (const record of records) {
        await demandKept(context, record, [])
        await keepClose(context, { ...record, periods: [] })
      }
    },
  },
  'default-posting-date': {
    beforeWrite: async (context, values, current) => {
      const calendar = { ...current, ...values }['fiscal_calendar']
      if (typeof calendar !== 'string' || calendar === standardCalendar || (await hasYears(context, calendar, [])))
        return []
      const message = `The calendar ${calendar} has no fiscal years: define one first, or every day would be open`
      return [{ path: ['fiscal_calendar'], code: 'reference', message }]
    },
  },
}
