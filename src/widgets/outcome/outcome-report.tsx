import { saveFile } from '#src/data/download.ts'
import { Button } from '#src/ui/button.tsx'
import { CopyIcon, DownloadIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { Tag, type TagTone } from '#src/ui/tag.tsx'
import { markOf } from '#src/widgets/csv-marks.ts'
import type { OutcomeLine, RecordOutcome } from './outcome.ts'
import { outcomeCsv, outcomeTable } from './outcome-text.ts'

interface OutcomeReportProps {
  readonly outcome: RecordOutcome
  /** What was done, for the count of it: "deactivated". */
  readonly verb?: string
  readonly locale: string
  /** Name of the downloaded file, without its ending. */
  readonly fileName: string
  readonly hrefOf?: (id: number) => string | undefined
  /** Left out where the numbers stand elsewhere. */
  readonly showCounts?: boolean
  readonly titles?: { readonly failed: string; readonly skipped: string }
}

const usual = { failed: 'Not changed', skipped: 'Left out' }

const shownAtMost = 200

/** What work on many records came to: how many, and for each that was not changed the reason; to be copied or downloaded. */
export function OutcomeReport({
  outcome,
  verb = 'done',
  locale,
  fileName,
  hrefOf,
  showCounts = true,
  titles = usual,
}: OutcomeReportProps) {
  const { done, failed, skipped, failedCount = failed.length } = outcome
  const number = new Intl.NumberFormat(locale)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(outcomeTable(outcome))
    notify.success('List copied')
  }
  return (
    <div className="flex flex-col gap-3">
      {showCounts && (
        <p role="status" className="flex flex-wrap gap-2">
          <Tag tone={done > 0 ? 'ok' : 'neutral'}>
            {number.format(done)} {verb}
          </Tag>
          {failedCount > 0 && <Tag tone="bad">{number.format(failedCount)} not changed</Tag>}
          {skipped.length > 0 && <Tag tone="warn">{number.format(skipped.length)} left out</Tag>}
        </p>
      )}
      <Lines title={titles.failed} tone="bad" lines={failed} hrefOf={hrefOf} number={number} />
      <Lines title={titles.skipped} tone="warn" lines={skipped} hrefOf={hrefOf} number={number} />
      {failed.length + skipped.length > 0 && (
        <p className="flex gap-2">
          <Button size="sm" icon={CopyIcon} onClick={() => void copy()}>
            Copy list
          </Button>
          <Button
            size="sm"
            icon={DownloadIcon}
            onClick={() =>
              saveFile(new Blob([outcomeCsv(outcome, markOf(locale))], { type: 'text/csv' }), `${fileName}.csv`)
            }
          >
            Download list
          </Button>
        </p>
      )}
    </div>
  )
}

interface LinesProps {
  readonly title: string
  readonly tone: TagTone
  readonly lines: readonly OutcomeLine[]
  readonly hrefOf: ((id: number) => string | undefined) | undefined
  readonly number: Intl.NumberFormat
}

function Lines({ title, tone, lines, hrefOf, number }: LinesProps) {
  if (lines.length === 0) return null
  const more = lines.length - shownAtMost
  return (
    <section aria-label={title}>
      <h3 className={tone === 'bad' ? 'mb-1 font-semibold text-bad' : 'mb-1 font-semibold text-warn'}>{title}</h3>
      <ul aria-label={`${title}: records with reasons`} className="max-h-64 overflow-auto rounded border border-line">
        {lines.slice(0, shownAtMost).map(({ id, key, reason }, at) => {
          const href = id === null ? undefined : hrefOf?.(id)
          return (
            <li
              key={id ?? `new ${at}`}
              className="grid grid-cols-[minmax(7rem,2fr)_3fr] gap-x-3 border-b border-line px-3 py-1.5 last:border-b-0"
            >
              {href ? (
                <Link to={href} className="min-w-0 font-medium break-words text-accent-ink hover:underline">
                  {key}
                </Link>
              ) : (
                <span className="min-w-0 font-medium break-words">{key}</span>
              )}
              <span className="min-w-0 break-words text-ink-2">{reason}</span>
            </li>
          )
        })}
        {more > 0 && <li className="px-3 py-1.5 text-ink-2">{number.format(more)} more are in the downloaded list</li>}
      </ul>
    </section>
  )
}
