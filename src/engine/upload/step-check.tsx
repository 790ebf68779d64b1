import { useState } from 'react'
import type { Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { DownloadIcon, WarningIcon } from '#src/ui/icons.tsx'
import { notify } from '#src/ui/notify.ts'
import { CheckedRows } from './checked-rows.tsx'
import { uploadFailure } from './failure.ts'
import { Figures } from './figures.tsx'
import { wholeFormat } from './format-body.ts'
import type { Outcome, Upload } from './upload-api.ts'
import { lineCount, rejectedOf, writableOf } from './upload-figures.ts'

interface StepCheckProps {
  readonly screen: Screen
  readonly upload: Upload
  readonly locale: string
  readonly committing: boolean
  readonly onBack: () => void
  readonly onCommit: (onlyValid: boolean) => void
}

export const downloadErrors = (id: number, name: string, format: 'csv' | 'xlsx'): void =>
  void download(`uploads/${id}/errors`, { query: { format }, name: `${name}-errors.${format}` }).catch(
    (error: unknown) => notify.error('File Download Failed.', { description: errorMessage(error) }),
  )

/** Third step: what the file would do, before it does anything. */
export function StepCheck({ screen, upload, locale, committing, onBack, onCommit }: StepCheckProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [rule, setRule] = useState<number | null>(null)
  const counts = upload.counts ?? {}
  const rejected = rejectedOf(upload)
  const writable = writableOf(upload)
  const number = new Intl.NumberFormat(locale)
  const lines = (count: number) => lineCount(count, locale)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-ink-2">
          {number.format(upload.rows)} lines of {upload.file_name} were checked. Nothing is written yet.
        </p>
        <Button onClick={onBack}>Back to the columns</Button>
        {rejected === 0 ? (
          <Button variant="primary" busy={committing} disabled={writable === 0} onClick={() => onCommit(false)}>
            Import {lines(writable)}
          </Button>
        ) : (
          <Button variant="primary" busy={committing} disabled={writable === 0} onClick={() => onCommit(true)}>
            {writable === 0 ? 'No line is valid' : `Import the ${lines(writable)} that are valid`}
          </Button>
        )}
      </div>
      {upload.message ? (
        <p role="alert" className="rounded-lg border border-bad bg-bad-soft px-4 py-3 text-ink-1">
          <span className="font-semibold text-bad">{uploadFailure}</span> {upload.message}
        </p>
      ) : null}
      <Figures
        counts={{ ...counts, rejected }}
        locale={locale}
        chosen={outcome}
        onChoose={(next) => {
          setOutcome(next)
          setRule(null)
        }}
      />
      {upload.warnings && upload.warnings.length > 0 ? (
        <ul className="rounded-lg border border-line bg-warn-soft px-4 py-3 text-ink-1">
          {upload.warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <WarningIcon className="mt-0.5 shrink-0 text-warn" />
              {warning}
            </li>
          ))}
        </ul>
      ) : null}
      {rejected > 0 ? (
        <section className="rounded-lg border border-line bg-panel px-4 py-3" aria-labelledby="reasons-title">
          <div className="mb-2 flex flex-wrap items-center gap-2">
            <h2 id="reasons-title" className="min-w-0 flex-1 text-md font-semibold">
              Why {lines(rejected)} {rejected === 1 ? 'is' : 'are'} rejected
            </h2>
            <Button size="sm" icon={DownloadIcon} onClick={() => downloadErrors(upload.id, screen.name, 'xlsx')}>
              Rejected lines as XLSX
            </Button>
            <Button size="sm" icon={DownloadIcon} onClick={() => downloadErrors(upload.id, screen.name, 'csv')}>
              CSV
            </Button>
          </div>
          <ul className="flex flex-col">
            {(upload.reasons ?? []).map((reason) => {
              const active = reason.rule !== null && reason.rule === rule
              return (
                <li key={`${reason.rule} ${reason.message}`}>
                  <button
                    type="button"
                    disabled={reason.rule === null}
                    aria-pressed={active}
                    className={cx(
                      'flex w-full items-center gap-3 rounded px-2 py-1.5 text-left enabled:hover:bg-hover',
                      active && 'bg-accent-soft',
                    )}
                    onClick={() => {
                      setRule(active ? null : reason.rule)
                      setOutcome(active ? null : 'rejected')
                    }}
                  >
                    <span className="w-20 shrink-0 text-right font-semibold text-bad tabular-nums">
                      {number.format(reason.count)}
                    </span>
                    <span className="min-w-0 flex-1 text-ink-1">
                      {reason.label ? `${reason.label}: ${reason.message}` : reason.message}
                    </span>
                    <span
                      aria-hidden
                      className="hidden h-1.5 w-40 shrink-0 overflow-hidden rounded-full bg-line sm:block"
                    >
                      <span
                        className="block h-full rounded-full bg-bad"
                        style={{ width: `${Math.max(2, (reason.count / rejected) * 100)}%` }}
                      />
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
          <p className="mt-2 border-t border-line pt-2 text-ink-2">
            Either correct the file or the columns and check again, so that all lines go in; or import only the valid
            lines and leave these out.
          </p>
        </section>
      ) : null}
      <CheckedRows
        key={`${outcome} ${rule}`}
        screen={screen}
        upload={upload}
        format={wholeFormat(upload.format)}
        outcome={outcome}
        rule={rule}
        locale={locale}
      />
    </div>
  )
}
