import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import type { RunningExport } from './use-export.ts'

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

interface ExportProgressProps {
  readonly running: RunningExport
  readonly total: number | null
  readonly locale: string
  readonly onStop: () => void
}

/** How far an export is, at the corner of the page; one can go on working. */
export function ExportProgress({ running, total, locale, onStop }: ExportProgressProps) {
  const number = new Intl.NumberFormat(locale)
  const rows =
    running.rows === null
      ? ''
      : `${number.format(running.rows)}${total === null ? '' : ` of ${number.format(total)}`} rows, `
  return (
    <section aria-label="Export" className="fixed end-4 bottom-4 z-30 w-80 rounded-lg bg-panel p-4 shadow-float">
      <div className="mb-2 flex items-center justify-between gap-2">
        <p className="font-medium">Exporting {running.format.toUpperCase()}</p>
        <Button size="sm" variant="ghost" onClick={onStop}>
          Stop
        </Button>
      </div>
      <Progress
        label="Export"
        value={running.rows !== null && total ? Math.min(running.rows, total) : null}
        max={total ?? 100}
      />
      <p className="mt-2 text-sm text-ink-2">
        {rows}
        {size(running.bytes)}
      </p>
    </section>
  )
}
