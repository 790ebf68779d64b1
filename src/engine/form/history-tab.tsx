import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { historyQuery, type HistoryEntry } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import { userLocale } from '#src/widgets/user-locale.ts'

const limit = 20
const operations = {
  insert: { label: 'Created', tone: 'ok' },
  update: { label: 'Changed', tone: 'accent' },
  delete: { label: 'Deleted', tone: 'bad' },
} as const
const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Who changed what and when, old beside new. */
export function HistoryTab({ screen, id }: { screen: Screen; id: string }) {
  const [page, setPage] = useState(1)
  const history = useQuery({
    ...historyQuery(screen.endpoint ?? screen.name, id, page, limit),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  if (history.isError) {
    return (
      <ErrorState
        title="The history could not be loaded"
        compact
        actions={<Button onClick={() => void history.refetch()}>Try again</Button>}
      >
        {errorMessage(history.error)}
      </ErrorState>
    )
  }
  if (history.isPending) {
    return (
      <div role="status" aria-label="Loading history" className="rounded-lg border border-line bg-panel p-5">
        <SkeletonLines lines={6} />
      </div>
    )
  }
  const { records, total_record: total } = history.data
  if (records.length === 0) {
    return (
      <EmptyState title="No changes recorded" compact>
        Every change from now on is kept here: who, when, and the value before and after.
      </EmptyState>
    )
  }
  const pages = Math.max(1, Math.ceil(total / limit))
  return (
    <div>
      <ol className="flex flex-col gap-3">
        {records.map((entry) => (
          <HistoryItem key={entry.id} screen={screen} entry={entry} />
        ))}
      </ol>
      {pages > 1 ? (
        <nav aria-label="Pages of the history" className="mt-3 flex items-center gap-3 text-ink-2">
          <Button size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          Page {page} of {pages}
          <Button size="sm" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      ) : null}
    </div>
  )
}

function HistoryItem({ screen, entry }: { screen: Screen; entry: HistoryEntry }) {
  const locale = userLocale()
  const { label, tone } = operations[entry.operation]
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(entry.at))
  const changes = Object.entries(entry.changes).flatMap(([name, [before, after]]) => {
    const field = screen.fields.find((candidate) => candidate.name === name)
    return field && !(isAbsent(before) && isAbsent(after)) ? [{ field, before, after }] : []
  })
  const context = { locale, labels: {} }
  return (
    <li className="rounded-lg border border-line bg-panel px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <Tag tone={tone}>{label}</Tag>
        <span className="font-medium text-ink-1">
          {entry.user ?? (entry.user_id === null ? 'The system' : `User ${entry.user_id}`)}
        </span>
        <time dateTime={entry.at} className="text-ink-3">
          {time}
        </time>
        {entry.upload_id ? (
          <Link to={`/uploads/${entry.upload_id}`} className="text-accent-ink hover:underline">
            Upload {entry.upload_id}
          </Link>
        ) : null}
      </p>
      {changes.length > 0 ? (
        <table className="mt-2 w-full border-collapse text-left">
          <caption className="sr-only">Changed fields</caption>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field.name} className="border-t border-line align-top">
                <th scope="row" className="w-44 py-1.5 pr-4 font-normal text-ink-2">
                  {field.label}
                </th>
                <td className="py-1.5">
                  {entry.operation === 'insert' ? null : (
                    <>
                      <del className="text-ink-3 decoration-ink-3/60">
                        {isAbsent(before) ? 'empty' : renderCell(before, field, context)}
                      </del>
                      <span aria-hidden className="px-2 text-ink-3">
                        →
                      </span>
                      <span className="sr-only"> is now </span>
                    </>
                  )}
                  <ins className="text-ink-1 no-underline">
                    {isAbsent(after) ? 'empty' : renderCell(after, field, context)}
                  </ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </li>
  )
}
