import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Screen } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { BadValuesDrawer } from './bad-values-drawer.tsx'
import { CheckedRows } from './checked-rows.tsx'
import { ConflictsPanel } from './conflicts-panel.tsx'
import { uploadFailure, wasStopped } from './failure.ts'
import { FileWarnings } from './file-warnings.tsx'
import { Figures } from './figures.tsx'
import { wholeFormat, type FormatBody } from './format-body.ts'
import { fieldOfColumn, reasonGroups, type ReasonGroup } from './reason-groups.ts'
import { ReasonsPanel } from './reasons-panel.tsx'
import { formatsQuery, saveFormat, type Outcome, type Upload } from './upload-api.ts'
import { conflictsOf, lineCount, linesOf, rejectedOf, unfitOf, writableOf } from './upload-figures.ts'
import type { Corrections } from './use-corrections.ts'
import { notifyFailure } from '#src/widgets/notify-failure.ts'

interface StepCheckProps {
  readonly screen: Screen
  readonly upload: Upload
  readonly locale: string
  readonly committing: boolean
  readonly corrections: Corrections
  readonly onBack: () => void
  readonly onCommit: (onlyValid: boolean) => void
}

/** Third step: what the file would do, before it does anything, and the ways to put right what is wrong. */
export function StepCheck({ screen, upload, locale, committing, corrections, onBack, onCommit }: StepCheckProps) {
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [hadRejected] = useState(() => rejectedOf(upload) > 0)
  const [replacing, setReplacing] = useState<ReasonGroup | null>(null)
  const formats = useQuery(formatsQuery(upload.functionality))
  const stored = formats.data?.find((format) => format.id === upload.format_id)
  const rejected = rejectedOf(upload)
  const unfit = unfitOf(upload)
  const writable = writableOf(upload)
  const format = useMemo(() => wholeFormat(upload.format), [upload.format])
  const groups = useMemo(
    () =>
      reasonGroups(
        upload.reasons ?? [],
        (field, column) => column !== null && fieldOfColumn(screen, format, column)?.name === field,
      ),
    [upload.reasons, screen, format],
  )
  const { busy, failure, typed } = corrections
  const lines = linesOf(upload)
  const choose = (nextOutcome: Outcome | null, nextReason: string | null) => {
    setOutcome(nextOutcome)
    setReason(nextReason)
  }
  const replace = (change: (body: FormatBody) => FormatBody, remember: boolean) => {
    setReplacing(null)
    corrections.queue.check(change(format))
    if (!remember || !stored) return
    const { id, row_version, name, description, functionality } = stored
    saveFormat({ id, row_version, name, description, functionality, body: change(wholeFormat(stored.body)) }).then(
      () => client.invalidateQueries({ queryKey: ['upload-format'] }),
      (error: unknown) => notifyFailure(`${name} could not be changed`, error),
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex min-h-control min-w-0 flex-1 basis-60 items-center gap-2 text-ink-2" role="status">
          {busy ? <Spinner className="shrink-0" /> : null}
          {corrections.phase === 'saving'
            ? typed.size === 0
              ? 'Keeping what was decided'
              : `Keeping ${typed.size === 1 ? 'the correction' : `${typed.size} corrected lines`}`
            : corrections.phase === 'checking'
              ? 'Checking again with what was corrected'
              : lines === 0
                ? `${upload.file_name} names its columns and has no lines below them. There is nothing to import.`
                : `${lineCount(lines, locale)} of ${upload.file_name} ${lines === 1 ? 'was' : 'were'} checked. Nothing is written yet.`}
        </p>
        <Button onClick={onBack}>Back to the columns</Button>
        <Button
          variant="primary"
          busy={committing}
          disabled={writable === 0 || busy || typed.size > 0}
          onClick={() => onCommit(unfit > 0)}
        >
          {unfit === 0
            ? writable === 0
              ? 'Nothing to import'
              : `Import ${lineCount(writable, locale)}`
            : writable === 0
              ? (upload.counts?.unchanged ?? 0) > 0
                ? 'Nothing to import'
                : 'No line is valid'
              : `Import the ${lineCount(writable, locale)} that ${writable === 1 ? 'is' : 'are'} valid`}
        </Button>
      </div>
      {failure ? (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-lg border border-bad bg-bad-soft px-4 py-3"
        >
          <p className="min-w-0 flex-1 text-ink-1">
            {typed.size > 0 ? 'What you corrected is not kept yet. ' : 'The lines could not be checked again. '}
            {failure}
          </p>
          <Button size="sm" onClick={corrections.queue.retry}>
            Try again
          </Button>
        </div>
      ) : upload.message && wasStopped(upload.message) ? (
        <p role="status" className="rounded-lg border border-line bg-warn-soft px-4 py-3 text-ink-1">
          {upload.message}
        </p>
      ) : upload.message ? (
        <p role="alert" className="rounded-lg border border-bad bg-bad-soft px-4 py-3 text-ink-1">
          <span className="font-semibold text-bad">{uploadFailure}</span> {upload.message}
        </p>
      ) : null}
      <Figures
        counts={{ ...upload.counts, rejected }}
        locale={locale}
        chosen={outcome}
        onChoose={(next) => choose(next, null)}
      />
      <FileWarnings warnings={upload.warnings ?? []} />
      {rejected > 0 || hadRejected ? (
        <ReasonsPanel
          upload={upload}
          groups={groups}
          fileName={screen.name}
          locale={locale}
          chosen={reason}
          onChoose={(group) => choose(group ? 'rejected' : null, group?.key ?? null)}
          onReplace={setReplacing}
        />
      ) : null}
      {conflictsOf(upload) > 0 ? (
        <ConflictsPanel
          upload={upload}
          screen={screen}
          locale={locale}
          shown={outcome === 'conflict'}
          onShow={(shown) => choose(shown ? 'conflict' : null, null)}
          onTake={(take) => corrections.queue.decide(take, null)}
        />
      ) : null}
      <CheckedRows
        key={`${outcome} ${reason}`}
        screen={screen}
        upload={upload}
        format={format}
        outcome={outcome}
        rule={groups.find((group) => group.key === reason)?.rule ?? null}
        locale={locale}
        corrections={corrections}
      />
      {replacing ? (
        <BadValuesDrawer
          screen={screen}
          upload={upload}
          format={format}
          group={replacing}
          locale={locale}
          formatName={stored?.name ?? null}
          onClose={() => setReplacing(null)}
          onApply={replace}
        />
      ) : null}
    </div>
  )
}
