import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { DownloadIcon, ErrorIcon, SuccessIcon, UndoIcon } from '#src/ui/icons.tsx'
import { Figures } from './figures.tsx'
import { downloadErrors } from './download-errors.ts'
import type { Upload } from './upload-api.ts'
import { lineCount, rejectedOf, writableOf } from './upload-figures.ts'

interface StepResultProps {
  readonly screen: Screen
  readonly upload: Upload
  readonly locale: string
  readonly undoing: boolean
  readonly mayUndo: boolean
  readonly onUndo: () => void
  readonly onAnother: () => void
}

const titles: Partial<Record<Upload['state'], string>> = {
  undone: 'The import was taken back',
  failed: 'The import did not go through',
  cancelled: 'The import was cancelled',
}

/** Fourth step: what was written, and the ways on. */
export function StepResult({ screen, upload, locale, undoing, mayUndo, onUndo, onAnother }: StepResultProps) {
  const [asking, setAsking] = useState(false)
  const done = upload.state === 'committed'
  const rejected = rejectedOf(upload)
  const written = writableOf(upload)
  return (
    <div className="flex flex-col gap-4">
      <section
        className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-panel px-5 py-4"
        role="status"
      >
        {done ? (
          <SuccessIcon size={24} className="text-ok" />
        ) : (
          <ErrorIcon size={24} className={upload.state === 'failed' ? 'text-bad' : 'text-ink-3'} />
        )}
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold text-ink-1">
            {done ? `${lineCount(written, locale)} imported` : (titles[upload.state] ?? 'Import')}
          </h2>
          <p className="text-ink-2">
            {upload.file_name}
            {upload.finished_at
              ? ` · ${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(upload.finished_at))}`
              : ''}
            {upload.message ? ` · ${upload.message}` : ''}
          </p>
        </div>
        {done && written > 0 ? (
          <Link to={`${screen.list?.path ?? '/'}?upload_id=${upload.id}`} className={buttonClass('primary')}>
            Show them in {screen.plural.toLowerCase()}
          </Link>
        ) : null}
        <Button onClick={onAnother}>Upload another file</Button>
      </section>
      <Figures counts={{ ...upload.counts, rejected }} locale={locale} done={done} />
      {rejected > 0 ? (
        <p className="flex flex-wrap items-center gap-2 text-ink-2">
          {lineCount(rejected, locale)} {rejected === 1 ? 'was' : 'were'} rejected. Correct them in the error file and
          upload it again.
          <Button size="sm" icon={DownloadIcon} onClick={() => downloadErrors(upload.id, screen.name, 'xlsx')}>
            XLSX
          </Button>
          <Button size="sm" icon={DownloadIcon} onClick={() => downloadErrors(upload.id, screen.name, 'csv')}>
            CSV
          </Button>
        </p>
      ) : null}
      {done && mayUndo ? (
        <p className="flex flex-wrap items-center gap-2 text-ink-2">
          Not what you wanted?
          <Button size="sm" icon={UndoIcon} busy={undoing} onClick={() => setAsking(true)}>
            Take this import back
          </Button>
        </p>
      ) : null}
      <ConfirmDialog
        open={asking}
        title="Take this import back?"
        confirmLabel="Take it back"
        danger
        onConfirm={() => {
          setAsking(false)
          onUndo()
        }}
        onClose={() => setAsking(false)}
      >
        Lines it added are deleted, lines it changed get their former values. What was changed by hand since stays as it
        is.
      </ConfirmDialog>
    </div>
  )
}
