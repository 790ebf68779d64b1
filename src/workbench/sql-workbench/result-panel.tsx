import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { formatDecimal } from '#src/definition/field-types/numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, PlayIcon } from '#src/ui/icons.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { ResultTable } from './result-table.tsx'
import type { RunState } from './use-run.ts'
import { rowsOfPage, runPageQuery, type RunPage } from './workbench-api.ts'

interface ResultPanelProps {
  readonly state: RunState
  readonly onCancel: () => void
  readonly onGoTo: (line: number, column: number) => void
}

const number = (value: number, digits = 0) => formatDecimal(String(value), userLocale(), digits, digits)

/** How long something took: 0.42 s. */
export const seconds = (milliseconds: number): string => `${number(Math.round(milliseconds / 10) / 100, 2)} s`

/** What came of the statement: its rows, what is wrong with it, or how long it runs already. */
export function ResultPanel({ state, onCancel, onGoTo }: ResultPanelProps) {
  if (state.kind === 'none')
    return (
      <EmptyState compact icon={PlayIcon} title="No result yet">
        Run the statement with Ctrl+Enter. It only reads, for at most 30 seconds.
      </EmptyState>
    )
  if (state.kind === 'running') return <Running state={state} onCancel={onCancel} />
  if (state.kind === 'cancelled')
    return (
      <EmptyState compact title="The statement was cancelled">
        Nothing is kept of it. Run it again when you like.
      </EmptyState>
    )
  if (state.kind === 'failed') {
    const { message, hint, position } = state.problem
    return (
      <div role="alert" className="m-3 rounded border border-bad bg-bad-soft px-4 py-3">
        <p className="font-semibold text-bad">The statement did not run</p>
        <p className="mt-1 break-words">{message}</p>
        {hint ? <p className="mt-1 text-ink-2">{hint}</p> : null}
        {position ? (
          <Button size="sm" className="mt-2" onClick={() => onGoTo(position.line, position.column)}>
            Line {position.line}, column {position.column}
          </Button>
        ) : null}
      </div>
    )
  }
  return <Rows key={state.run.request_id} run={state.run} />
}

function Running({ state, onCancel }: { state: RunState & { kind: 'running' }; onCancel: () => void }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="flex flex-col items-center gap-3 p-8">
      <p role="status" className="flex items-center gap-2">
        <Spinner /> {state.cancelling ? 'Being cancelled' : 'Running'}
      </p>
      <p className="text-ink-3 tabular-nums" aria-hidden="true">
        {number(Math.max(0, now - state.since) / 1000, 1)} s
      </p>
      <Button onClick={onCancel} busy={state.cancelling}>
        Cancel
      </Button>
    </div>
  )
}

function Rows({ run }: { run: RunPage }) {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...runPageQuery(run.request_id, page), placeholderData: keepPreviousData })
  const { columns, rows, cut, milliseconds } = run
  const pages = Math.max(1, Math.ceil(rows / rowsOfPage))
  const counted = `${number(rows)} ${rows === 1 ? 'row' : 'rows'}`
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {query.error ? (
        <ErrorState
          compact
          title="These rows could not be loaded"
          actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
        >
          {errorMessage(query.error)}
        </ErrorState>
      ) : rows === 0 ? (
        <EmptyState compact title="No rows">
          The statement ran and found nothing.
        </EmptyState>
      ) : (
        <ResultTable
          columns={columns ?? []}
          rows={query.data?.records ?? run.records}
          first={((query.data?.page ?? page) - 1) * rowsOfPage + 1}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3 py-1.5 text-sm text-ink-2">
        <span role="status" className="me-auto tabular-nums">
          {cut ? `The first ${counted}; there are more, a file holds up to 200,000` : counted} · {seconds(milliseconds)}
        </span>
        {pages > 1 ? (
          <nav aria-label="Pages of the result" className="flex items-center gap-1">
            <IconButton
              label="Previous page"
              icon={ChevronLeftIcon}
              disabled={page === 1}
              onClick={() => setPage(page - 1)}
            />
            <span className="tabular-nums">
              Page {page} of {pages}
            </span>
            <IconButton
              label="Next page"
              icon={ChevronRightIcon}
              disabled={page === pages}
              onClick={() => setPage(page + 1)}
            />
          </nav>
        ) : null}
      </div>
    </div>
  )
}
