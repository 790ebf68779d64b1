import { cx } from '#src/ui/cx.ts'
import { outcomes, outcomeWords } from './outcomes.ts'
import type { Outcome } from './upload-api.ts'

interface FiguresProps {
  readonly counts: Readonly<Partial<Record<Outcome, number>>>
  readonly locale: string
  readonly done?: boolean
  readonly chosen?: Outcome | null
  readonly onChoose?: (outcome: Outcome | null) => void
}

const colours: Record<Outcome, string> = {
  insert: 'text-ok',
  update: 'text-accent-ink',
  unchanged: 'text-ink-1',
  conflict: 'text-warn',
  rejected: 'text-bad',
  skipped: 'text-warn',
}

/** How many lines do what, in large figures; a click shows those lines. */
export function Figures({ counts, locale, done, chosen, onChoose }: FiguresProps) {
  const number = new Intl.NumberFormat(locale)
  // Conflicts are only known of files that tell which version of a record they hold.
  const shown = outcomes.filter((outcome) => outcome !== 'conflict' || (counts.conflict ?? 0) > 0)
  return (
    <ul
      className={cx('grid grid-cols-2 gap-3 sm:grid-cols-3', shown.length > 5 ? 'lg:grid-cols-6' : 'lg:grid-cols-5')}
      aria-label="Lines by what becomes of them"
    >
      {shown.map((outcome) => {
        const count = counts[outcome] ?? 0
        const words = done ? outcomeWords[outcome].done : outcomeWords[outcome].figure
        const active = chosen === outcome
        const inside = (
          <>
            <span
              className={cx(
                'block text-figure font-semibold tracking-tight tabular-nums',
                count === 0 ? 'text-ink-3' : colours[outcome],
              )}
            >
              {number.format(count)}
            </span>
            <span className="block text-ink-2">{words}</span>
          </>
        )
        const frame = cx(
          'block w-full rounded-lg border bg-panel px-4 py-3 text-left',
          active ? 'border-accent-ink ring-1 ring-accent-ink' : 'border-line',
        )
        return (
          <li key={outcome}>
            {onChoose ? (
              <button
                type="button"
                aria-pressed={active}
                disabled={count === 0}
                className={cx(frame, 'enabled:hover:border-line-strong disabled:cursor-default')}
                onClick={() => onChoose(active ? null : outcome)}
              >
                {inside}
              </button>
            ) : (
              <div className={frame}>{inside}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
