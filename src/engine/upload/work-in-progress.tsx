import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { remainingWords } from './remaining.ts'
import type { Upload } from './upload-api.ts'

interface WorkInProgressProps {
  readonly upload: Upload
  /** When the server was asked, in milliseconds. */
  readonly at: number
  readonly title: string
  readonly locale: string
  readonly cancelling: boolean
  readonly onCancel: () => void
}

/** What the server does now, how far it is and how long it will take; one may leave and come back. */
export function WorkInProgress({ upload, at, title, locale, cancelling, onCancel }: WorkInProgressProps) {
  const { phase, done = 0, total = 0 } = upload.progress ?? {}
  const number = new Intl.NumberFormat(locale)
  const known = total > 0 && done > 0
  const part = known ? Math.min(1, done / total) : null
  const remaining = useRemaining(phase ?? '', done, total, at)
  return (
    <section className="rounded-lg border border-line bg-panel px-6 py-8" aria-label={title}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="min-w-0 flex-1 text-md font-semibold text-ink-1">{title}</h2>
        <p className="text-figure font-semibold tracking-tight tabular-nums text-ink-1" aria-hidden>
          {part === null ? '\u00a0' : new Intl.NumberFormat(locale, { style: 'percent' }).format(part)}
        </p>
      </div>
      <p className="mb-3 break-words text-ink-2">{upload.file_name}</p>
      <Progress label={title} value={known ? done : null} max={total} />
      <p className="mt-2 flex min-h-5 flex-wrap justify-between gap-x-3 text-ink-2 tabular-nums">
        <span>
          {phase ?? 'Waiting for its turn'}
          {known ? ` · ${number.format(done)} of ${number.format(total)} lines` : ''}
        </span>
        <span>{remaining}</span>
      </p>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-3">
          This goes on when you leave the page. You find it again under All uploads.
          {upload.state === 'committing' ? ' When it is stopped, nothing of it is written.' : ''}
        </p>
        <Button busy={cancelling} onClick={onCancel}>
          Stop
        </Button>
      </div>
    </section>
  )
}

/** How long the phase will take, from the pace since one looks on. */
function useRemaining(phase: string, done: number, total: number, at: number): string {
  const [from, setFrom] = useState({ phase, done, at })
  if (from.phase !== phase || done < from.done) setFrom({ phase, done, at })
  return remainingWords({ done: done - from.done, left: total - done, passed: at - from.at })
}
