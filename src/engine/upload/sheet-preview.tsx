import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { sheetPreviewQuery, type SheetRow, type Upload } from './upload-api.ts'

interface SheetPreviewProps {
  readonly upload: Upload
  readonly busy: boolean
  readonly onSheet: (sheet: string) => void
}

/** The first rows of each sheet of a workbook as they stand in it, the lines that name the columns marked; any sheet can be read instead. */
export function SheetPreview({ upload, busy, onSheet }: SheetPreviewProps) {
  const sheets = upload.sheets ?? []
  const read = upload.sheet ?? sheets[0] ?? ''
  const [looked, setLooked] = useState<string | null>(null)
  const shown = looked !== null && sheets.includes(looked) ? looked : read
  const rows = useQuery(sheetPreviewQuery(upload.id, shown))
  const { header_row: first, header_rows: count } = upload.reading ?? { header_row: 1, header_rows: 1 }
  const isHeading = ({ number }: SheetRow): boolean =>
    shown === read && first !== null && first > 0 && number >= first && number < first + count
  return (
    <div className="sm:col-span-2 lg:col-span-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <div role="group" aria-label="Sheets" className="flex min-w-0 flex-wrap gap-1">
          {sheets.map((sheet) => (
            <button
              key={sheet}
              type="button"
              aria-pressed={sheet === shown}
              className={cx(
                'h-7 max-w-60 truncate rounded border px-2.5',
                sheet === shown
                  ? 'border-accent-ink bg-accent-soft font-medium text-accent-ink'
                  : 'border-line bg-panel text-ink-2 hover:bg-hover hover:text-ink-1',
              )}
              data-truncate=""
              onClick={() => setLooked(sheet)}
            >
              {sheet}
            </button>
          ))}
        </div>
        {shown === read ? (
          <span className="text-ink-3">This sheet is read</span>
        ) : (
          <Button size="sm" variant="primary" busy={busy} onClick={() => onSheet(shown)}>
            Read this sheet
          </Button>
        )}
      </div>
      <div
        className="min-h-28 overflow-x-auto rounded border border-line"
        role="region"
        aria-label={`First rows of ${shown}`}
        tabIndex={0}
      >
        {rows.isError ? (
          <p role="alert" className="p-3 text-bad">
            {errorMessage(rows.error)}
          </p>
        ) : rows.data ? (
          <Rows rows={rows.data} isHeading={isHeading} />
        ) : (
          <div className="p-3" role="status" aria-label="Loading the first rows">
            <SkeletonLines lines={4} />
          </div>
        )}
      </div>
    </div>
  )
}

function Rows({ rows, isHeading }: { rows: readonly SheetRow[]; isHeading: (row: SheetRow) => boolean }) {
  if (rows.length === 0) return <p className="p-3 text-ink-3">This sheet is empty</p>
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  return (
    <table className="border-collapse text-left">
      <tbody>
        {rows.map((row) => {
          const heading = isHeading(row)
          return (
            <tr key={row.number} className={cx('h-7 border-b border-line last:border-0', heading && 'bg-accent-soft')}>
              <th scope="row" className="border-r border-line px-2 text-right font-normal text-ink-3 tabular-nums">
                {row.number}
                {heading ? <span className="sr-only"> names the columns</span> : null}
              </th>
              {Array.from({ length: width }, (_, at) => (
                <td
                  key={at}
                  data-truncate=""
                  className={cx('max-w-48 truncate px-3', heading ? 'font-semibold text-ink-1' : 'text-ink-2')}
                >
                  {row.cells[at]}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
