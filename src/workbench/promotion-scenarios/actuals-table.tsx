import type { ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import { Link } from '#src/ui/link.tsx'
import type { ActualFigures, Compared } from './actuals-api.ts'
import { parts, signed, tone, type Part } from './actual-words.ts'
import { round } from './plan-words.ts'

const cell = 'px-1.5 py-1.5 text-right whitespace-nowrap tabular-nums'

/** Figures that are due and that are, row by row. */
export function Table(props: { caption: string; head: string; locale: string; children: ReactNode }) {
  const { caption, head, children } = props
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-panel"
    >
      <table className="w-full min-w-[58rem] border-collapse">
        <caption className="px-4 py-2 text-left font-semibold">{caption}</caption>
        <thead className="text-sm text-ink-2">
          <tr className="border-t border-line">
            <th scope="col" rowSpan={2} className="border-b border-line px-4 text-left align-bottom font-medium">
              {head}
            </th>
            {parts.map(([part, label]) => (
              <th
                key={part}
                scope="colgroup"
                colSpan={3}
                className="border-l border-line pt-1.5 text-center font-medium"
              >
                {label}
              </th>
            ))}
          </tr>
          <tr className="border-b border-line">
            {parts.map(([part, label]) =>
              ['Due', 'Actual', 'Difference'].map((one) => (
                <th
                  key={`${part} ${one}`}
                  scope="col"
                  aria-label={`${label}, ${one.toLowerCase()}`}
                  className={cx(cell, 'font-medium', one === 'Due' && 'border-l border-line')}
                >
                  {one}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A country or a material; its units and sales lead to `to`. */
export function Row(props: { figures: ActualFigures; locale: string; to: string | null; children: ReactNode }) {
  const { figures, locale, to, children } = props
  return (
    <tr className="border-b border-line last:border-0 hover:bg-hover">
      <th scope="row" className="max-w-56 truncate px-4 py-1.5 text-left font-normal">
        {children}
      </th>
      {parts.map(([part]) => {
        const figure = figures[part]
        return figure ? (
          <Cells
            key={part}
            part={part}
            figure={figure}
            locale={locale}
            to={part === 'units' || part === 'sales' ? to : null}
          />
        ) : (
          <td key={part} colSpan={3} className="border-l border-line text-center text-ink-3">
            –
          </td>
        )
      })}
    </tr>
  )
}

function Cells(props: { part: Part; figure: Compared; locale: string; to: string | null }) {
  const { part, figure, locale, to } = props
  const actual = round(figure.actual, locale)
  return (
    <>
      <td className={cx(cell, 'border-l border-line')} data-tip={`Planned for all days: ${round(figure.plan, locale)}`}>
        {round(figure.due, locale)}
      </td>
      <td className={cell}>
        {to ? (
          <Link to={to} className="text-accent-ink underline" data-tip="Its sales lines">
            {actual}
          </Link>
        ) : (
          actual
        )}
      </td>
      <td className={cx(cell, tone(part, figure))}>{signed(figure.difference, locale)}</td>
    </>
  )
}
