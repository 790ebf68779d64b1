import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { fiscalCalendar, postingDay } from '../calculation/fiscal-calendar.ts'
import { periodOf } from '../domain/fiscal/fiscal-year.ts'
import { workingDay } from '../domain/fiscal/posting-date.ts'
import { today } from '../engine/list.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const asked = z.object({ application_type: z.string().max(60).default('all'), date: z.iso.date().optional() })

/** When things are posted. */
export function financeRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/api/posting-date', async ({ caller, query }) => {
    const { application_type: application, date } = parseInput(asked, query)
    const calendar = await db.tenant(caller, (tx) => fiscalCalendar(tx, caller.organizationId, application), {
      readOnly: true,
    })
    const day = postingDay(calendar, date ?? null, caller, today())
    const period = periodOf(day.date, calendar.years)
    return {
      response: {
        posting_date: day.date,
        fiscal_year: day.fiscalYear,
        fiscal_period: day.fiscalPeriod,
        period_name: period?.name ?? null,
        status: period ? calendar.stateOf(period.fiscal_year, period.period_no) : null,
        is_working_day: workingDay(day.date, { ...calendar.rule, day_rule: 'next' }) === day.date,
      },
    }
  })
}
