import { calendarOf, readFollowed } from '../calculation/surroundings.ts'
import { join, json, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/**
 * What was accrued at the beginning of each period, what came and went, and what is left: opening + accrued + released + taken back
 * = closing, which is the opening of the next. Contracts that did not move stand there with what they carry.
 */
export const accrualRollForward: Report = {
  reads: {
    'financial-posting': [
      'contract_number',
      'application_type',
      'posting_type',
      'posting_date',
      'fiscal_year',
      'fiscal_period',
      'reversal_of',
      'amount',
      'currency',
    ],
    contract: ['contract_number', 'contract_header'],
  },
  statement: async ({ from, to, contract, application }, { organizationId, read }) => {
    const followed = await read((tx) => readFollowed(tx, organizationId))
    const titles = Object.fromEntries(
      followed.fiscal.flatMap(({ calendar, posted }) =>
        posted ? [[`${calendar} ${posted.year} ${posted.period}`, posted.title] as const] : [],
      ),
    )
    const calendar = sql`coalesce(${json(followed.calendars)} ->> f.application_type, ${calendarOf(followed, 'all')}::text)`
    const wanted = join(
      [
        sql`f.organization_id = ${organizationId}`,
        sql`f.status <> 'rejected'`,
        sql`f.posting_date <= ${to}::date`,
        ...(contract ? [sql`f.contract_number = ${contract}::text`] : []),
        ...(application ? [sql`c.application_type = ${application}::text`] : []),
      ],
      ' and ',
    )
    return sql`
      with flow as (
        select f.contract_number, f.currency, max(c.contract_header) as contract_description,
               case when f.fiscal_year is null then to_char(f.posting_date, 'YYYY-MM')
                    else coalesce(${json(titles)} ->> concat(${calendar}, ' ', f.fiscal_year, ' ', f.fiscal_period),
                                  concat('FY', f.fiscal_year, ' P', lpad(f.fiscal_period::text, 2, '0'))) end as period,
               f.posting_date < ${from}::date as is_before, min(f.posting_date) as posted_from, max(f.posting_date) as posted_to, max(f.fiscal_year) as fiscal_year, max(f.fiscal_period) as fiscal_period,
               coalesce(sum(f.amount) filter (where f.posting_type = 'Accrual' and f.reversal_of is null), 0) as accrued,
               coalesce(sum(f.amount) filter (where f.posting_type = 'Accrual Reversal' and f.reversal_of is null), 0) as released,
               coalesce(sum(f.amount) filter (where f.posting_type in ('Accrual', 'Accrual Reversal') and f.reversal_of is not null), 0) as reversed,
               coalesce(sum(f.amount) filter (where f.posting_type in ('Payment', 'Delta Payment', 'Payment Reversal')), 0) as paid
          from financial_posting f left join contract c on c.organization_id = f.organization_id and c.contract_number = f.contract_number
         where ${wanted}
         group by f.contract_number, f.currency, 4, 5
      ), running as (
        select flow.*, sum(accrued + released + reversed) over (partition by contract_number, currency order by posted_from, period) as closing,
               row_number() over (partition by contract_number, currency order by posted_from desc, period desc) as back
          from flow
      )
      select r.contract_number, r.contract_description, case when r.is_before then 'Carried forward' else r.period end as period,
             case when r.is_before then r.closing else r.closing - r.accrued - r.released - r.reversed end as opening,
             case when r.is_before then 0 else r.accrued end as accrued, case when r.is_before then 0 else r.released end as released,
             case when r.is_before then 0 else r.reversed end as reversed, r.closing,
             case when r.is_before then 0 else r.paid end as paid,
             case when r.is_before or r.paid = 0 then 0 else r.paid + r.released end as true_up, r.currency,
             r.posted_from, case when r.is_before then ${from}::date - 1 else r.posted_to end as posted_to,
             case when not r.is_before then r.posted_from end as lines_from,
             case when not r.is_before then r.fiscal_year end as fiscal_year, case when not r.is_before then r.fiscal_period end as fiscal_period,
             case when not r.is_before and r.fiscal_year is null then 'fiscal_year' end as year_absent,
             -- What is carried forward are the accruals alone, of all days before.
             case when r.is_before then 'Accrual,Accrual Reversal' end as counted_types
        from running r
       where not r.is_before or (r.back = 1 and r.closing <> 0)`
  },
}
