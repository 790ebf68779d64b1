import { useQuery } from '@tanstack/react-query'
import { numberTypes, type Screen, type ScreenDefinition } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { renderCell } from '#src/widgets/cells.ts'
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
          <div
            className="overflow-x-auto rounded-lg border border-line bg-panel"
            role="region"
            aria-label="First rows of the result"
            tabIndex={0}
          >
            <table className="w-full border-collapse text-left whitespace-nowrap">
              <thead className="text-sm text-ink-2">
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
                {tried.data.records.map((record, at) => (
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
            {tried.data.records.length === 0 ? <p className="px-3 py-4 text-ink-2">{screen.messages.empty}</p> : null}
          </div>
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
