import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { PreviewTable } from '#src/widgets/table/preview-table.tsx'
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
          <PreviewTable
            label="First rows of the query"
            columns={columns}
            records={preview.records}
            empty="No records found."
            isBusy={isFetching}
            className="max-h-[70vh]"
          />
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
