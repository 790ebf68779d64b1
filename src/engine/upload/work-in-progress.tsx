import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import type { Upload } from './upload-api.ts'

interface WorkInProgressProps {
  readonly upload: Upload
  readonly title: string
  readonly locale: string
  readonly cancelling: boolean
  readonly onCancel: () => void
}

/** What the server does now and how far it is; one may leave and come back. */
export function WorkInProgress({ upload, title, locale, cancelling, onCancel }: WorkInProgressProps) {
  const { phase, done = 0, total = 0 } = upload.progress ?? {}
  const number = new Intl.NumberFormat(locale)
  return (
    <section className="rounded-lg border border-line bg-panel px-6 py-8" aria-label={title}>
      <h2 className="text-md font-semibold text-ink-1">{title}</h2>
      <p className="mt-1 mb-3 text-ink-2" role="status">
        {phase ?? 'Waiting for its turn'}
        {total > 0 && done > 0 ? ` · ${number.format(done)} of ${number.format(total)} lines` : ''}
      </p>
      <Progress label={title} value={total > 0 && done > 0 ? done : null} max={total} />
      <p className="mt-3 flex flex-wrap items-center justify-between gap-3 text-ink-3">
        This goes on when you leave the page; you find it again under Uploads.
        <Button size="sm" busy={cancelling} onClick={onCancel}>
          Stop
        </Button>
      </p>
    </section>
  )
}
