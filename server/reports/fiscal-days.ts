import { calendarOf, readFollowed, spansOf, type Surroundings } from '../calculation/surroundings.ts'
import { calendarTitle, type CalendarStep, type TitledSpan, withEdges } from '../domain/fiscal/period-title.ts'
import { json, raw, sql, type Sql } from '../store/sql.ts'
import type { ReportContext } from './report.ts'

const kinds = { month: 'fiscal_period', quarter: 'fiscal_quarter', year: 'fiscal_year' } as const
const lengths = { month: '1 month', quarter: '3 months', year: '1 year' } as const
const patterns = { month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' } as const

/** Where the days of rows lie: `join` comes behind the rows, the others are of each of them. */
export interface SpanOfRows {
  readonly join: Sql
  readonly from: Sql
  readonly to: Sql
  /** 2026-03, or FY2026 P03 where the calendar of the application has no months. */
  readonly name: Sql
}

/** What is told apart by an application: the days of its fiscal calendar, where that is another than everybody's. */
interface SpanOfCalendar extends TitledSpan {
  readonly calendar: string
}

const ofCalendar = (followed: Followed, calendar: string, step: CalendarStep): readonly SpanOfCalendar[] => {
  const spans = spansOf(followed, calendar).filter(({ kind }) => kind === kinds[step])
  // Spans that are the calendar's own need no looking up.
  if (spans.every((span) => calendarTitle(span.period_from, span.period_to) === span.name)) return []
  const titled = spans.map(({ period_from: from, period_to: to, name = '' }) => ({ from, to, name }))
  return withEdges(titled, step).map((span) => ({ ...span, calendar }))
}

type Followed = Required<Pick<Surroundings, 'fiscal' | 'calendars'>>

/**
 * Into which fiscal period, quarter or year the day of a row falls by the calendar that its application follows: into the month, quarter
 * or year of the calendar where that is what they are, and where no fiscal year is defined.
 */
export async function fiscalSpans(
  { organizationId, read }: Pick<ReportContext, 'organizationId' | 'read'>,
  step: CalendarStep,
): Promise<(of: { readonly application: Sql; readonly day: Sql }) => SpanOfRows> {
  const followed = await read((tx) => readFollowed(tx, organizationId))
  const main = calendarOf(followed, 'all')
  const all = [...new Set([main, ...Object.values(followed.calendars)])]
  const spans = all.flatMap((calendar) => ofCalendar(followed, calendar, step))
  return ({ application, day }) => {
    const start = sql`date_trunc(${raw(`'${step}'`)}, ${day}::timestamp)::date`
    const end = sql`(date_trunc(${raw(`'${step}'`)}, ${day}::timestamp) + interval ${raw(`'${lengths[step]}'`)})::date - 1`
    const name = sql`to_char(${day}, ${raw(`'${patterns[step]}'`)})`
    if (spans.length === 0) return { join: sql``, from: start, to: end, name }
    const calendar = sql`coalesce(${json(followed.calendars)} ->> ${application}, ${main}::text)`
    return {
      // A row a day, so that rows find theirs by what they have and not by trying every span.
      join: sql`
      left join (
        select p.calendar, d.day::date as day, p."from", p."to", p.name
          from jsonb_to_recordset(${json(spans)}) as p(calendar text, "from" date, "to" date, name text)
         cross join lateral generate_series(p."from"::timestamp, p."to"::timestamp, interval '1 day') d(day)) fiscal
        on fiscal.day = ${day} and fiscal.calendar = ${calendar}`,
      from: sql`coalesce(fiscal."from", ${start})`,
      to: sql`coalesce(fiscal."to", ${end})`,
      name: sql`coalesce(fiscal.name, ${name})`,
    }
  }
}
