import { numberTypes } from '#src/definition'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import type { Preview } from './query-api.ts'

interface QueryPreviewProps {
  readonly preview: Preview | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  /** What a row stands for. */
  readonly grain: string
  readonly hasColumns: boolean
  readonly onRetry: () => void
}

/** The first rows that the query has as it is; questions that are asked when it is run are left open. */
export function QueryPreview({ preview, error, isFetching, grain, hasColumns, onRetry }: QueryPreviewProps) {
  const locale = userLocale()
  const columns = (preview?.columns ?? []).flatMap((name) => preview!.fields.find((field) => field.name === name) ?? [])
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-2">
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <h2 className="font-semibold">First rows</h2>
        {isFetching && hasColumns ? <Spinner /> : null}
      </div>
      <p className="text-sm text-ink-2">{grain}</p>
      {!hasColumns ? (
        <EmptyState compact title="Nothing to show yet" className="rounded-lg border border-line bg-panel">
          Add a column: the first rows are shown here as you go on.
        </EmptyState>
      ) : error ? (
        <EmptyState
          compact
          title="This cannot be shown yet"
          className="rounded-lg border border-line bg-panel"
          actions={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          <p role="alert">
            {error instanceof ApiError && error.issues[0] ? error.issues[0].message : errorMessage(error)}
          </p>
        </EmptyState>
      ) : !preview ? (
        <div role="status" aria-label="Working it out" className="rounded-lg border border-line bg-panel p-4">
          <SkeletonLines lines={8} />
        </div>
      ) : (
        <>
          <div
            className="max-h-[70vh] overflow-auto rounded-lg border border-line bg-panel"
            role="region"
            aria-label="First rows of the query"
            aria-busy={isFetching}
            tabIndex={0}
          >
            <table className="w-full border-collapse text-left whitespace-nowrap">
              <thead className="sticky top-0 bg-panel text-sm text-ink-2">
                <tr className="border-b border-line">
                  {columns.map(({ name, label, type }) => (
                    <th
                      key={name}
                      scope="col"
                      className={`px-3 py-2 font-semibold ${numberTypes.has(type) ? 'text-right' : ''}`}
                    >
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {preview.records.map((record, at) => (
                  <tr key={at} className="border-b border-line last:border-0">
                    {columns.map((field) => (
                      <td
                        key={field.name}
                        className={`h-(--row) max-w-60 truncate px-3 ${numberTypes.has(field.type) ? 'text-right tabular-nums' : ''}`}
                      >
                        {renderCell(record[field.name], field, { locale, labels: {} })}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {preview.records.length === 0 ? <p className="px-3 py-4 text-ink-2">No records found.</p> : null}
          </div>
          <p role="status" className="text-sm text-ink-2">
            {preview.has_more
              ? `The first ${preview.records.length} rows; there are more.`
              : `${preview.records.length === 1 ? '1 row' : `${preview.records.length} rows`} in all.`}
          </p>
        </>
      )}
    </section>
  )
}
