import { useQuery } from '@tanstack/react-query'
import type { Screen, ScreenDefinition } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { PreviewTable } from '#src/widgets/table/preview-table.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { tryQuery } from './studio-api.ts'

/** The first rows that a result has with the records there are, asked with its defaults; nothing is kept of it. */
export function ResultPreview({ definition, screen }: { definition: ScreenDefinition; screen: Screen | null }) {
  const tried = useQuery({ ...tryQuery(definition), enabled: screen !== null })
  const columns = (screen?.result?.columns ?? []).flatMap(
    (name) => screen!.fields.find((field) => field.name === name) ?? [],
  )
  const locale = userLocale()
  return (
    <aside aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <h2 className="text-sm font-semibold text-ink-3">Preview, with the records there are</h2>
      {screen === null ? (
        <EmptyState compact title="Nothing to show yet">
          The definition cannot be read as it is. What is wrong is told above.
        </EmptyState>
      ) : tried.isError ? (
        <EmptyState compact title="Nothing to show yet">
          {errorMessage(tried.error)}
        </EmptyState>
      ) : tried.isPending ? (
        <div role="status" aria-label="Working it out" className="rounded-lg border border-line bg-panel p-4">
          <SkeletonLines lines={6} />
        </div>
      ) : (
        <>
          <PreviewTable
            label="First rows of the result"
            columns={columns}
            records={tried.data.records}
            empty={screen.messages.empty}
          />
          <p role="status" className="text-sm text-ink-2">
            {tried.data.total_record === 1
              ? '1 row'
              : `${tried.data.records.length < tried.data.total_record ? `The first ${tried.data.records.length} of ` : ''}${tried.data.total_record.toLocaleString(locale)} rows`}
            , asked with the defaults of its criteria.
          </p>
        </>
      )}
    </aside>
  )
}
