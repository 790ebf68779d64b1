import { cx } from '#src/ui/cx.ts'
import type { CheckedRow, Take } from './upload-api.ts'

interface TakeButtonsProps {
  readonly row: CheckedRow
  /** A decision that is on its way. */
  readonly taking: Take | null | undefined
  /** What one record is called. */
  readonly label: string
  /** null: it is too late to decide. */
  readonly onTake: ((row: CheckedRow, take: Take | null) => void) | null
}

const words: Record<Take, string> = { file: 'Mine', record: 'Theirs' }

/** What becomes of a line in conflict: the values of the file, or the record as others left it; pressed again, it is open anew. */
export function TakeButtons({ row, taking, label, onTake }: TakeButtonsProps) {
  const judged = row.outcome === 'conflict' ? null : (row.take ?? null)
  const taken = taking === undefined ? judged : taking
  const about: Record<Take, string> = {
    file: `Write what the file says in row ${row.line}`,
    record: `Leave the ${label.toLowerCase()} of row ${row.line} as others left it`,
  }
  return (
    <span role="group" aria-label={`Conflict of row ${row.line}`} className="mr-2 inline-flex align-middle">
      {(['file', 'record'] as const).map((take) => (
        <button
          key={take}
          type="button"
          tabIndex={-1}
          disabled={!onTake}
          aria-pressed={taken === take}
          aria-label={`${words[take]}: ${about[take]}`}
          data-tip={about[take]}
          className={cx(
            'h-6 border px-2 text-sm first:rounded-l last:-ml-px last:rounded-r',
            taken === take
              ? 'relative border-accent-ink bg-accent-soft font-medium text-accent-ink'
              : 'border-line-strong bg-panel text-ink-1 enabled:hover:bg-hover',
          )}
          onClick={() => onTake?.(row, taken === take ? null : take)}
        >
          {words[take]}
        </button>
      ))}
    </span>
  )
}
