import type { Screen } from '#src/definition'
import { useQuery } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { Link } from '#src/ui/link.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { counted } from '#src/widgets/counted.ts'
import { comparisonAddress } from './comparison-address.ts'
import { criteriaWords, readCriteria, writeCriteria, type Criteria } from './result-criteria.ts'
import { PartProblem } from './part-problem.tsx'
import { questionOf } from './result-records.ts'
import { rememberRun, type ResultRun } from './result-run.ts'

const shownRuns = 8

const isUnder = ({ state }: ResultRun): boolean => state === 'waiting' || state === 'running'

const states: Partial<
  Record<ResultRun['state'], { readonly label: string; readonly tone: 'accent' | 'bad' | 'neutral' }>
> = {
  waiting: { label: 'Waiting', tone: 'accent' },
  running: { label: 'Running', tone: 'accent' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

/** The user's latest runs of a result; a kept one opens as it was, at once. */
export function RecentRuns({ screen, locale }: { readonly screen: Screen; readonly locale: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['result-runs', screen.name],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly ResultRun[] }>('result-runs', {
        query: { screen: screen.name, limit: shownRuns },
        signal,
        background: true,
      }),
    refetchInterval: ({ state }) => (state.data?.records.some(isUnder) ? 3_000 : false),
    refetchOnMount: 'always',
    meta: { quiet: true },
  })
  if (error && !data) {
    return (
      <section aria-label="Recent runs" className="rounded-lg border border-line bg-panel">
        <PartProblem title="Recent runs could not be read" error={error} onAgain={() => void refetch()} />
      </section>
    )
  }
  if (!data || data.records.length === 0) return null
  return (
    <section aria-labelledby="recent-runs" className="rounded-lg border border-line bg-panel">
      <h2 id="recent-runs" className="border-b border-line px-4 py-2.5 font-semibold">
        Recent runs
      </h2>
      <ul className="py-1">
        {data.records.map((run) => (
          <RunEntry key={run.request_id} {...{ screen, run, locale }} />
        ))}
      </ul>
    </section>
  )
}

function RunEntry({
  screen,
  run,
  locale,
}: {
  readonly screen: Screen
  readonly run: ResultRun
  readonly locale: string
}) {
  const own = screen.result!
  const compared = run.criteria['first'] !== undefined && run.criteria['second'] !== undefined
  const address = compared ? comparisonAddress(run.criteria) : writeCriteria(run.criteria)
  const first = (compared ? run.criteria['first'] : run.criteria) as Criteria
  const words = criteriaWords(first, own.parameters, locale)
    .map(({ value }) => value)
    .join(', ')
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(run.started_at),
  )
  const state = states[run.state]
  const join = (): void => {
    // A run that is over and no longer kept is worked out anew under an id of its own.
    if (compared || !(run.kept || isUnder(run))) return
    rememberRun(questionOf(screen, readCriteria(address, own.parameters)).key, run.request_id)
  }
  return (
    <li>
      <Link
        to={`${own.path}?${address.toString()}`}
        onClick={join}
        className="block rounded px-4 py-1.5 hover:bg-hover"
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">
            {compared ? `Comparison: ${words}` : words || 'Everything'}
          </span>
          {state && <Tag tone={state.tone}>{state.label}</Tag>}
        </span>
        <span className="block truncate text-sm text-ink-3">
          {at}
          {run.total_record !== null && `, ${counted(run.total_record, ['row', 'rows'], locale)}`}
        </span>
      </Link>
    </li>
  )
}
