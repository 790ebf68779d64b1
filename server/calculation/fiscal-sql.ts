import { sql, type Sql } from '../store/sql.ts'

/** Every period of a fiscal calendar as rows: fiscal_year, period_no, name, quarter, start_date, end_date. */
export const fiscalPeriodsSql = (organizationId: number, calendar: string | Sql): Sql => sql`
  select y.fiscal_year, p.period_no, p.name, p.quarter, p.start_date, p.end_date
    from fiscal_year_definition y
   cross join lateral jsonb_to_recordset(coalesce(y.periods, '[]'::jsonb))
         as p(period_no int, name text, quarter int, start_date date, end_date date)
   where y.organization_id = ${organizationId} and y.calendar = ${calendar}`

/** The fiscal calendar an application follows, as an expression. */
export const calendarOfSql = (organizationId: number, application: Sql): Sql => sql`
  coalesce((select d.fiscal_calendar from default_posting_date d
             where d.organization_id = ${organizationId} and d.application_type in (${application}, 'all')
             order by (d.application_type = 'all') limit 1), 'STANDARD')`
