import type { CalendarStep } from '../domain/fiscal/period-title.ts'
import { AppError } from '../errors.ts'
import { id, raw, sql, type Sql } from '../store/sql.ts'
import { calculatedSql, headerRead, partnerName } from './calculated.ts'
import { calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { fiscalSpans } from './fiscal-days.ts'
import { postingsRead } from './calculation-results.ts'
import { accruedSum, paidSum, releasedSum } from './posted-sums.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

/** What key figures can stand for; each is a column of the figures below. */
const sources = ['earned', 'due', 'basis', 'lines', 'accrued', 'released', 'open', 'paid', 'cost'] as const
type Source = (typeof sources)[number]

interface KeyFigure {
  readonly source: string
  readonly sign: string
}

async function keyFigureNamed(name: unknown, path: string, { organizationId, read }: ReportContext): Promise<Sql> {
  const [figure] = await read((tx) =>
    tx.query<KeyFigure>(sql`
      select k.source, k.sign from key_figure_mapping k where k.organization_id = ${organizationId} and k.key_figure = ${name}::text and k.status = 'active'`),
  )
  const source = sources.find((one): one is Source => one === figure?.source)
  if (!figure || !source)
    throw new AppError('VALIDATION', {
      issues: [{ path: [path], code: 'reference', message: 'The key figure is not mapped to anything, or not active' }],
    })
  return sql`sum(f.${id(source)}) * ${raw(figure.sign === 'minus' ? '-1' : '1')}`
}

const splits: Readonly<Record<string, Sql>> = {
  contract: sql`f.contract_number`,
  partner: sql`f.partner_number`,
  application: sql`f.application_type`,
}

const steps = ['month', 'quarter', 'year'] as const

function stepOf(value: unknown): CalendarStep {
  const found = steps.find((step) => step === value)
  if (!found) throw new Error(`${String(value)} is no period`)
  return found
}

/** Every figure of contracts by contract and month of the period it belongs to. */
async function figuresSql(parameters: Parameters, context: ReportContext): Promise<Sql> {
  const calculated = await calculatedSql({ ...parameters, kind: 'Payment' }, context)
  return sql`
    with calculated as materialized (${calculated}),
    posted as (
      select f.contract_number, f.period_from,
             ${accruedSum()} as accrued,
             ${releasedSum()} as released,
             ${paidSum()} as paid
        from financial_posting f
       where f.organization_id = ${context.organizationId} and f.status <> 'rejected' and f.contract_number in (select contract_number from calculated)
         and f.period_from <= ${parameters['period_to']}::date and f.period_to >= ${parameters['period_from']}::date
       group by 1, 2),
    figures as (
      select a.contract_number, a.period_from, sum(a.amount) as earned, coalesce(sum(a.amount) filter (where a.is_due), 0) as due,
             coalesce(sum(a.basis * a.share), 0) as basis, sum(a.lines * a.share) as lines, 0 as accrued, 0 as released, 0 as open, 0 as paid, 0 as cost
        from calculated a group by 1, 2
      union all
      select p.contract_number, p.period_from, 0, 0, 0, 0, p.accrued, p.released, p.accrued - p.released, p.paid, p.accrued - p.released + p.paid
        from posted p)
    select f.*, c.partner_number, c.application_type, c.currency, c.contract_header
      from figures f join contract c on c.organization_id = ${context.organizationId} and c.contract_number = f.contract_number`
}

/** The ratio of two key figures by month, quarter or year: those of the fiscal calendar where that of an application has others. */
export const incentiveRatioTrend: Report = {
  reads: {
    ...calculationReads,
    contract: [...calculationReads['contract']!, ...headerRead],
    'financial-posting': postingsRead,
    'key-figure-mapping': ['key_figure', 'source', 'sign', 'status'],
  },
  source: (parameters, context) => calculationLines({ ...parameters, kind: 'Payment' }, context),
  statement: async (parameters, context) => {
    const step = stepOf(parameters['period'])
    const split = splits[String(parameters['split'])] ?? sql`null::text`
    const [numerator, denominator] = await Promise.all([
      keyFigureNamed(parameters['numerator'], 'numerator', context),
      keyFigureNamed(parameters['denominator'], 'denominator', context),
    ])
    const spanOf = await fiscalSpans(context, step)
    const span = spanOf({ application: sql`f.application_type`, day: sql`f.period_from` })
    const name =
      parameters['split'] === 'partner'
        ? partnerName(sql`r.key`, context)
        : sql`coalesce(r.title, r.key, 'All contracts')`
    return sql`
      select r.period, r.key, ${name} as name, r.numerator, r.denominator, r.currency,
             round(100 * r.numerator / nullif(r.denominator, 0), 2) as ratio,
             round(100 * r.numerator / nullif(r.denominator, 0)
               - lag(100 * r.numerator / nullif(r.denominator, 0)) over (partition by r.key, r.currency order by r.start), 2) as change,
             r.contracts, ${parameters['split'] === 'contract' ? sql`r.key` : sql`null::text`} as contract_number,
             ${parameters['split'] === 'partner' ? sql`r.key` : sql`null::text`} as partner_number,
             r.application_type,
             r.start as begins_from, r.ends as begins_to
        from (
          select ${span.from} as start, ${span.to} as ends, ${span.name} as period, ${split} as key, f.currency, ${parameters['split'] === 'contract' ? sql`max(f.contract_header)` : sql`null::text`} as title,
                 -- Where a row is of one application, its days are those of that one's calendar.
                 case when min(f.application_type) = max(f.application_type) then min(f.application_type) end as application_type,
                 ${numerator} as numerator, ${denominator} as denominator, count(distinct f.contract_number) as contracts
            from (${await figuresSql(parameters, context)}) f ${span.join} group by 1, 2, 3, 4, 5) r`
  },
}
