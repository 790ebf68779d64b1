import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { RefreshIcon, WarningIcon } from '#src/ui/icons.tsx'
import type { ResultPage } from './result-records.ts'

interface RunLineProps {
  readonly page: ResultPage
  readonly locale: string
  readonly onAgain: () => void
}

/** When the figures were worked out, how long it took, and what of them cannot be paged through. */
export function RunLine({ page: { run, total_record: total }, locale, onAgain }: RunLineProps) {
  const number = new Intl.NumberFormat(locale)
  const at = new Date(run.started_at)
  const [today] = useState(() => new Date().toDateString())
  const day = at.toDateString() === today ? {} : ({ day: 'numeric', month: 'short' } as const)
  const time = new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' }).format(at)
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const took = run.seconds < 0.1 ? `less than ${tenths.format(0.1)}` : tenths.format(run.seconds)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <span>
        As of {time}, worked out in {took} s
      </span>
      <Button size="sm" variant="ghost" icon={RefreshIcon} onClick={onAgain} className="print:hidden">
        Run again
      </Button>
      {run.rows < total && (
        <p className="flex items-center gap-1.5 text-warn">
          <WarningIcon size={14} />
          The table holds the first {number.format(run.rows)} of {number.format(total)} rows; totals, subtotals and
          exports are of all.
        </p>
      )}
    </div>
  )
}
