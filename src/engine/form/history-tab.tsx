import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fillPath, type Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { historyQuery, type ApiRecord } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { notify } from '#src/ui/notify.ts'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { changedNames, type Values } from './changes.ts'
import { HistoryItem } from './history-item.tsx'

const limit = 20

interface HistoryTabProps {
  readonly screen: Screen
  readonly id: string
  readonly record: ApiRecord
  readonly mayEdit: boolean
}

/** Who changed what and when, old beside new; an earlier state is taken up again as an edit. */
export function HistoryTab({ screen, id, record, mayEdit }: HistoryTabProps) {
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const [field, setField] = useState('')
  const endpoint = screen.endpoint ?? screen.name
  const history = useQuery({
    ...historyQuery(endpoint, id, page, limit, field),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const edit = (values: Values) => {
    const writable = screen.fields.filter(({ name, immutable, readOnly }) => name in values && !immutable && !readOnly)
    const given = Object.fromEntries(writable.map(({ name }) => [name, values[name] ?? null]))
    if (changedNames(writable, record, given).length === 0) {
      return notify.info('The record holds these values already.')
    }
    return void navigate(fillPath(screen.form?.edit ?? '', { id }), { state: { values: given } })
  }
  const restore = async (entry: number) => {
    try {
      edit((await api.get<{ values: Values }>(`${endpoint}/${encodeURIComponent(id)}/history/${entry}`)).values)
    } catch (error) {
      notify.error(`This version could not be read. ${errorMessage(error)}`)
    }
  }
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
  if (records.length === 0 && field === '') {
    return (
      <EmptyState title="No changes recorded" compact>
        Every change from now on is kept here: who, when, and the value before and after.
      </EmptyState>
    )
  }
  const pages = Math.max(1, Math.ceil(total / limit))
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <p className="text-ink-2">{total === 1 ? '1 change' : `${total} changes`}</p>
        <label className="flex items-center gap-2 text-ink-2">
          <span className="whitespace-nowrap">Changes of</span>
          <Select
            value={field}
            onChange={(event) => {
              setField(event.target.value)
              setPage(1)
            }}
          >
            <option value="">all fields</option>
            {screen.fields.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        </label>
      </div>
      {records.length === 0 ? (
        <EmptyState title="This field was never changed" compact>
          Choose another field, or all of them.
        </EmptyState>
      ) : null}
      <ol className="flex flex-col gap-3">
        {records.map((entry, index) => (
          <HistoryItem
            key={entry.id}
            screen={screen}
            entry={entry}
            only={field}
            onRestore={mayEdit && (page > 1 || index > 0 || field !== '') ? () => void restore(entry.id) : undefined}
            onTake={mayEdit ? edit : undefined}
          />
        ))}
      </ol>
      {pages > 1 ? (
        <nav aria-label="Pages of the history" className="mt-3 flex items-center gap-3 text-ink-2 print:hidden">
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
