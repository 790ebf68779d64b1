import { useState } from 'react'
import type { Screen } from '#src/definition'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { DownloadIcon, ErrorIcon, SuccessIcon, UndoIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { CheckedRows } from './checked-rows.tsx'
import { downloadErrors } from './download-errors.ts'
import { FileWarnings } from './file-warnings.tsx'
import { Figures } from './figures.tsx'
import { wholeFormat } from './format-body.ts'
import { outcomeWords } from './outcomes.ts'
import { KeptRecords, undoneWords } from './kept-records.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import type { Outcome, Upload } from './upload-api.ts'
import { doneCounts, lineCount, rejectedOf } from './upload-figures.ts'

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

/** Fourth step: what was written and what was not, with reasons, and the ways on. */
export function StepResult({ screen, upload, locale, undoing, mayUndo, onUndo, onAnother }: StepResultProps) {
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const done = upload.state === 'committed'
  const undone = upload.state === 'undone' ? upload.result?.undone : undefined
  const counts = doneCounts(upload)
  const rejected = rejectedOf(upload)
  const written = Number(counts.insert ?? 0) + Number(counts.update ?? 0)
  const overtaken = Number(upload.result?.conflicts ?? 0)
  // The lines of a file are kept for some days; after that only the counts and the first reasons are.
  const looked = upload.kept && upload.counts ? (outcome ?? (rejected > 0 ? 'rejected' : null)) : null
  return (
    <div className="flex flex-col gap-4">
      <section
        className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-panel px-5 py-4"
        role="status"
      >
        {done ? (
          <SuccessIcon size={24} className="shrink-0 text-ok" />
        ) : upload.state === 'undone' ? (
          <UndoIcon size={24} className="shrink-0 text-ink-3" />
        ) : (
          <ErrorIcon size={24} className={upload.state === 'failed' ? 'shrink-0 text-bad' : 'shrink-0 text-ink-3'} />
        )}
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-lg font-semibold text-ink-1">
            {done ? `${lineCount(written, locale)} imported` : (titles[upload.state] ?? 'Import')}
          </h2>
          <p className="break-words text-ink-2">
            {upload.file_name}
            {upload.finished_at
              ? ` · ${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(upload.finished_at))}`
              : ''}
            {upload.message ? ` · ${upload.message}` : ''}
          </p>
          {undone ? <p className="mt-1 text-ink-1">{undoneWords(undone, locale)}</p> : null}
        </div>
        {done && written > 0 ? (
          <Link to={`${screen.list?.path ?? '/'}?upload_id=${upload.id}`} className={buttonClass('primary')}>
            Show them in {screen.plural.toLowerCase()}
          </Link>
        ) : null}
        <Button onClick={onAnother}>Upload another file</Button>
      </section>
      {undone ? <KeptRecords screen={screen} undone={undone} locale={locale} /> : null}
      {upload.counts ? (
        <Figures
          counts={counts}
          locale={locale}
          done={done || upload.state === 'undone'}
          chosen={looked}
          onChoose={upload.kept ? setOutcome : undefined}
        />
      ) : null}
      <FileWarnings warnings={upload.warnings ?? []} />
      {overtaken > 0 ? (
        <p className="rounded-lg border border-line bg-warn-soft px-4 py-3 text-ink-1">
          {lineCount(overtaken, locale)} {overtaken === 1 ? 'was' : 'were'} not written, because others changed the same
          records between the check and the import. Upload the file again to see what differs now.
        </p>
      ) : null}
      {rejected > 0 ? (
        <p className="flex flex-wrap items-center gap-2 text-ink-2">
          {lineCount(rejected, locale)} {rejected === 1 ? 'was' : 'were'} rejected. Correct them in the error file and
          upload it again.
          <Button size="sm" icon={DownloadIcon} onClick={() => downloadErrors(upload, screen.name, 'xlsx')}>
            XLSX
          </Button>
          <Button size="sm" icon={DownloadIcon} onClick={() => downloadErrors(upload, screen.name, 'csv')}>
            CSV
          </Button>
        </p>
      ) : null}
      {done && mayUndo && written > 0 ? (
        <p className="flex flex-wrap items-center gap-2 text-ink-2">
          Not what you wanted?
          <Button size="sm" icon={UndoIcon} busy={undoing} onClick={() => setAsking(true)}>
            Take this import back
          </Button>
        </p>
      ) : null}
      {looked !== null ? (
        <>
          <h2 className="-mb-2 text-md font-semibold">{outcomeWords[looked].done}</h2>
          <CheckedRows
            key={looked}
            screen={screen}
            upload={upload}
            format={wholeFormat(upload.format)}
            outcome={looked}
            rule={null}
            locale={locale}
            corrections={null}
          />
        </>
      ) : null}
      {asking ? (
        <UndoDialog
          uploadId={upload.id}
          screen={screen}
          locale={locale}
          onConfirm={() => {
            setAsking(false)
            onUndo()
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}
