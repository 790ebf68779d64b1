import { periodsOf } from '../domain/fiscal/fiscal-year.ts'
import type { Row } from './masters.ts'

const years = [2025, 2026, 2027] as const

/** The last period that is closed, and the last that is soft closed, counted from the beginning. */
const closed = 14
const softClosed = 15

/** Fiscal years of two calendars, what of them is closed, and when postings are dated; by screen. */
export function makeFiscal(closer: string): Readonly<Record<string, readonly Row[]>> {
  const definitions = years.map((fiscal_year): Row => {
    const shape = { fiscal_year, pattern: 'months', start_date: `${fiscal_year}-01-01` } as const
    const periods = periodsOf(shape)
    return {
      calendar: 'STANDARD',
      description: `Calendar year ${fiscal_year}`,
      ...shape,
      end_date: periods.at(-1)!.end_date,
      period_count: periods.length,
      periods,
    }
  })
  const retail = { fiscal_year: 2026, pattern: '4-4-5', start_date: '2026-02-01', weeks: 52 } as const
  const weeks = periodsOf(retail)
  const all = [
    ...definitions,
    {
      calendar: 'RETAIL',
      description: 'Retail year 2026, weeks 4-4-5',
      ...retail,
      weeks: '52',
      end_date: weeks.at(-1)!.end_date,
      period_count: weeks.length,
      periods: weeks,
    },
  ]
  return {
    'fiscal-year-definition': all,
    'financial-close': all.flatMap((year: Row, at) =>
      (year['periods'] as readonly Row[]).map((period, place): Row => {
        const no = at * 12 + place + 1
        const isStandard = year['calendar'] === 'STANDARD'
        const status = isStandard && no <= closed ? 'closed' : isStandard && no <= softClosed ? 'soft_closed' : 'open'
        const end = new Date(`${String(period['end_date'])}T16:10:00Z`).getTime()
        return {
          ...period,
          calendar: year['calendar'],
          fiscal_year: year['fiscal_year'],
          application_type: 'all',
          status,
          closed_by: status === 'open' ? null : closer,
          closed_at: status === 'open' ? null : new Date(end + 5 * 86_400_000).toISOString(),
          reason: status === 'soft_closed' ? 'Late claims of the wholesalers are still coming in' : null,
        }
      }),
    ),
    'contract-accuracy-level': [
      { application_type: 'all', agg_level: 'payee' },
      { application_type: 'Customer Rebate', agg_level: 'rule', notes: 'Accrued by rule, so judged by rule.' },
      { application_type: 'Sales Commission', agg_level: 'period' },
    ],
    'default-posting-date': [
      {
        application_type: 'all',
        fiscal_calendar: 'STANDARD',
        date_rule: 'today',
        day_rule: 'next',
        weekend: 'sat-sun',
        holiday_calendar: 'STANDARD',
      },
      {
        application_type: 'Royalty',
        fiscal_calendar: 'STANDARD',
        date_rule: 'period_end',
        day_rule: 'previous',
        weekend: 'sat-sun',
        holiday_calendar: 'STANDARD',
        notes: 'Licensors are accounted for at the end of the month.',
      },
    ],
  }
}
