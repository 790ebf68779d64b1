import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { DownloadIcon } from '#src/ui/icons.tsx'
import { downloadErrors } from './download-errors.ts'
import type { ReasonGroup } from './reason-groups.ts'
import type { Upload } from './upload-api.ts'
import { lineCount, rejectedOf } from './upload-figures.ts'

interface ReasonsPanelProps {
  readonly upload: Upload
  readonly groups: readonly ReasonGroup[]
  /** The name of the error file. */
  readonly fileName: string
  readonly locale: string
  /** The key of the group whose lines are shown. */
  readonly chosen: string | null
  readonly onChoose: (group: ReasonGroup | null) => void
  readonly onReplace: (group: ReasonGroup) => void
}

const lineHeight = 32

/** Why lines are rejected, how many for what, and the ways to put them right. */
export function ReasonsPanel({ upload, groups, fileName, locale, chosen, onChoose, onReplace }: ReasonsPanelProps) {
  const rejected = rejectedOf(upload)
  // The lines below stay where they are while reasons go, one after the other.
  const [most] = useState(groups.length)
  const number = new Intl.NumberFormat(locale)
  const width = Math.max(...groups.map(({ count }) => number.format(count).length), 1)
  return (
    <section className="rounded-lg border border-line bg-panel px-4 py-3" aria-labelledby="reasons-title">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="reasons-title" className="min-w-0 flex-1 text-md font-semibold">
          {rejected === 0
            ? 'No line is rejected any more'
            : `Why ${lineCount(rejected, locale)} ${rejected === 1 ? 'is' : 'are'} rejected`}
        </h2>
        <Button
          size="sm"
          icon={DownloadIcon}
          disabled={rejected === 0}
          onClick={() => downloadErrors(upload, fileName, 'xlsx')}
        >
          Rejected lines as XLSX
        </Button>
        <Button
          size="sm"
          icon={DownloadIcon}
          disabled={rejected === 0}
          onClick={() => downloadErrors(upload, fileName, 'csv')}
        >
          CSV
        </Button>
      </div>
      <ul className="flex max-h-72 flex-col overflow-y-auto" style={{ minHeight: Math.min(8, most) * lineHeight }}>
        {groups.map((group) => {
          const active = group.key === chosen
          return (
            <li key={group.key} className={cx('flex items-center gap-2 rounded', active && 'bg-accent-soft')}>
              {group.rule === null ? (
                <div className="flex min-w-0 flex-1 items-start gap-3 px-2 py-1.5">
                  <Count width={width}>{number.format(group.count)}</Count>
                  <BrokenLines group={group} locale={locale} />
                </div>
              ) : (
                <button
                  type="button"
                  aria-pressed={active}
                  className="flex min-w-0 flex-1 items-center gap-3 rounded px-2 py-1.5 text-left hover:bg-hover"
                  onClick={() => onChoose(active ? null : group)}
                >
                  <Count width={width}>{number.format(group.count)}</Count>
                  <span className="min-w-0 flex-1 text-ink-1">{group.words}</span>
                  <span
                    aria-hidden
                    className="hidden h-1.5 w-40 shrink-0 overflow-hidden rounded-full bg-line sm:block"
                  >
                    <span
                      className="block h-full rounded-full bg-bad"
                      style={{ width: `${Math.max(2, Math.min(100, (group.count / Math.max(1, rejected)) * 100))}%` }}
                    />
                  </span>
                </button>
              )}
              <span className={cx('shrink-0 text-right', group.rule !== null && 'w-28')}>
                {group.column !== null && group.rule !== null ? (
                  <Button
                    size="sm"
                    aria-label={`Replace values of ${group.column}: ${group.words}`}
                    onClick={() => onReplace(group)}
                  >
                    Replace values
                  </Button>
                ) : null}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="mt-2 border-t border-line pt-2 text-ink-2">
        {rejected === 0
          ? 'Everything that was wrong is put right.'
          : rejected === Number(upload.problems ?? 0)
            ? 'Put these lines right in the file and send it again, or leave them out of the import. The file of rejected lines has them with their numbers.'
            : 'Correct cells below, or replace a value once for all lines. What stays rejected can be left out of the import.'}
      </p>
    </section>
  )
}

function Count({ width, children }: { readonly width: number; readonly children: string }) {
  return (
    <span className="shrink-0 text-right font-semibold text-bad tabular-nums" style={{ minWidth: `${width}ch` }}>
      {children}
    </span>
  )
}

/** Lines that cannot be shown in columns, as they stand in the file. */
function BrokenLines({ group, locale }: { readonly group: ReasonGroup; readonly locale: string }) {
  const more = group.count - group.lines.length
  return (
    <div className="min-w-0 flex-1">
      <p className="text-ink-1">{group.words}</p>
      {group.lines.map(({ line, text }) => (
        <p key={line} className="flex gap-2 text-ink-2">
          <span className="shrink-0">Row {new Intl.NumberFormat(locale).format(line)}</span>
          <code className="min-w-0 truncate" title={text}>
            {text}
          </code>
        </p>
      ))}
      {group.lines.length > 0 && more > 0 ? (
        <p className="text-ink-2">{lineCount(more, locale)} more in the file of rejected lines</p>
      ) : null}
    </div>
  )
}
