import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { Button } from '#src/ui/button.tsx'
import { SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { Tag, type TagTone } from '#src/ui/tag.tsx'
import { agoIn } from '#src/widgets/ago.ts'
import { seconds } from './result-panel.tsx'
import { runsQuery, type SqlRun } from './workbench-api.ts'

const states: Record<SqlRun['state'], { readonly label: string; readonly tone: TagTone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'Running', tone: 'accent' },
  complete: { label: 'Ran', tone: 'ok' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
}

interface RunHistoryProps {
  readonly onShow: (run: SqlRun) => void
  readonly onTake: (run: SqlRun) => void
}

/** The last statements one has run: their rows are shown again, their texts taken back into the editor. */
export function RunHistory({ onShow, onTake }: RunHistoryProps) {
  const runs = useQuery(runsQuery)
  const [search, setSearch] = useState('')
  if (runs.isPending) return <SkeletonLines lines={5} className="p-4" />
  if (runs.error)
    return (
      <ErrorState
        compact
        title="The runs could not be loaded"
        actions={<Button onClick={() => void runs.refetch()}>Try again</Button>}
      >
        {errorMessage(runs.error)}
      </ErrorState>
    )
  if (runs.data.length === 0)
    return (
      <EmptyState compact title="No runs yet">
        Your last 30 statements are kept here with their rows. Nobody else sees them.
      </EmptyState>
    )
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = runs.data.filter(({ statement, state }) =>
    words.every((word) => `${statement} ${states[state].label}`.toLowerCase().includes(word)),
  )
  return (
    <div className="min-h-0 flex-1 overflow-auto" role="region" aria-label="Runs" tabIndex={0}>
      <div className="sticky top-0 border-b border-line bg-panel px-3 py-2" role="search">
        <Input
          type="search"
          aria-label="Search the statements you ran"
          placeholder="Search the statements you ran"
          prefix={<SearchIcon />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'p-4 text-ink-2'}>
        {shown.length > 0
          ? `${shown.length} of ${runs.data.length} runs`
          : 'None of your last statements has these words.'}
      </p>
      <ul className="divide-y divide-line">
        {shown.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="w-20 shrink-0">
              <Tag tone={states[run.state].tone}>{states[run.state].label}</Tag>
            </span>
            <span className="min-w-40 flex-1 truncate font-mono text-sm" title={run.statement}>
              {run.statement.replaceAll(/\s+/g, ' ')}
            </span>
            <span className="text-sm text-ink-3 tabular-nums">
              {run.state === 'complete' ? `${run.rows.toLocaleString(userLocale())} rows · ` : ''}
              {seconds(run.milliseconds)} · {agoIn(userLocale(), run.started_at)}
            </span>
            <span className="flex gap-1">
              {run.state === 'complete' ? (
                <Button size="sm" onClick={() => onShow(run)}>
                  Show rows
                </Button>
              ) : null}
              <Button size="sm" variant="ghost" onClick={() => onTake(run)}>
                Take into the editor
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
