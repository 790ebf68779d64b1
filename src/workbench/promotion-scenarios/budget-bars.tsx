import { cx } from '#src/ui/cx.ts'
import { round } from './plan-words.ts'
import type { MarketFigures, WorkedPlan } from './scenario-api.ts'

interface BudgetBarsProps {
  readonly plan: WorkedPlan
  readonly locale: string
  readonly isWorking: boolean
}

/** What the scenario costs, altogether and in each country against what may be spent there. */
export function BudgetBars({ plan, locale, isWorking }: BudgetBarsProps) {
  const { totals, markets, currency, plan_year: year } = plan
  const parts = [
    ['Cash support', totals.cash],
    ['Coverage', totals.coverage],
    ['Financing', totals.finance],
  ] as const
  return (
    <section
      aria-label="Cost and budget"
      className="mb-4 grid gap-3 rounded-lg border border-line bg-panel p-3 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <p className="text-sm text-ink-2">Cost{year ? `, plan ${year}` : ''}</p>
        <p className={cx('text-figure font-semibold tabular-nums', isWorking && 'text-ink-2')} aria-live="polite">
          {round(totals.cost, locale)} <span className="text-md font-normal text-ink-3">{currency}</span>
        </p>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          {parts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="text-right tabular-nums">{round(value, locale)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className="grid content-start gap-x-6 gap-y-2.5 sm:grid-cols-2 lg:border-l lg:border-line lg:pl-4">
        {markets.map((market) => (
          <li key={market.country} className="min-w-0">
            <Bar market={market} locale={locale} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const countWords = { cash: 'cash support', coverage: 'coverage', finance: 'financing' } as const

function Bar({ market, locale, currency }: { market: MarketFigures; locale: string; currency: string }) {
  const { country, cost, counts, counted, budget, committed, left } = market
  const [own, others, limit] = [Number(counted), Number(committed), Number(budget ?? 0)]
  const whole = Math.max(limit, own + others, 1)
  const isOver = left !== null && Number(left) < 0
  const percent = (value: number): string => `${Math.min(100, (100 * value) / whole)}%`
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{country}</span>
        <span className="shrink-0 text-sm text-ink-2 tabular-nums">
          {round(cost, locale)}
          {budget === null ? ' · no budget' : ` of ${round(budget, locale)} ${currency}`}
        </span>
      </div>
      <div aria-hidden="true" className="relative my-1 flex h-2 overflow-hidden rounded-full bg-hover">
        <span className="bg-line-strong" style={{ width: percent(others) }} />
        <span className={isOver ? 'bg-bad-strong' : 'bg-accent'} style={{ width: percent(own) }} />
        {isOver ? <span className="absolute inset-y-0 w-0.5 bg-ink-1" style={{ left: percent(limit) }} /> : null}
      </div>
      <p className={cx('text-sm tabular-nums', isOver ? 'text-bad' : 'text-ink-2')}>
        {left === null
          ? 'Nothing to hold it against'
          : isOver
            ? `${round(left.slice(1), locale)} over`
            : `${round(left, locale)} left`}
        {budget !== null && counts !== 'total'
          ? `, ${counted === '0' ? 'none' : round(counted, locale)} of it ${countWords[counts]}, which counts`
          : ''}
        {others > 0 ? `, ${round(committed, locale)} in other scenarios` : ''}
      </p>
    </>
  )
}
