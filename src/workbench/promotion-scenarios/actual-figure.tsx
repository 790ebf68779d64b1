import type { Compared } from './actuals-api.ts'
import { reached, signed, tone, type Part } from './actual-words.ts'
import { round } from './plan-words.ts'

/** One figure of the whole scenario, with what was due of it. */
export function Figure(props: { label: string; part: Part; figure: Compared | null; locale: string }) {
  const { label, part, figure, locale } = props
  return (
    <div className="rounded-lg border border-line bg-panel px-4 py-3">
      <dt className="text-sm text-ink-2">{label}</dt>
      {figure ? (
        <dd>
          <p className="text-figure font-semibold tabular-nums">{round(figure.actual, locale)}</p>
          <p className="text-sm text-ink-2 tabular-nums">
            due {round(figure.due, locale)} of {round(figure.plan, locale)},{' '}
            <span className={tone(part, figure)}>{signed(figure.difference, locale)}</span>
          </p>
          <p className="text-sm text-ink-3">{reached(figure)}</p>
        </dd>
      ) : (
        <dd className="text-ink-3">Costs are not known, or not shown to you</dd>
      )}
    </div>
  )
}
