import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { useOnce } from '#src/widgets/use-once.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { historyQuery, pageSize, type Integration } from './history-api.ts'
import { RunCard } from './run-card.tsx'

/** What an integration has brought so far: every run, its files, the fate of their lines, and whether the records agree. */
export function HistoryScreen() {
  const { id = '' } = useParams()
  const [parameters, setParameters] = useSearchParams()
  const page = Math.max(1, Number(parameters.get('page')) || 1)
  const history = useQuery({
    ...historyQuery(id, page),
    // What waits or is at work changes by itself.
    refetchInterval: ({ state }) =>
      state.data?.records.some(({ status }) => status === 'waiting' || status === 'running') ? 1_000 : false,
  })
  const client = useQueryClient()
  const mayRun = useAllowed()('integration.run')
  const changed = () => client.invalidateQueries({ queryKey: ['integration-history', id] })
  const start = useMutation({
    mutationFn: () => api.post('integration-setup/manual-run', { json: { id: Number(id) } }),
    onSuccess: () => {
      notify.success('Started')
      return changed()
    },
  })
  const startOnce = useOnce(() => start.mutateAsync())
  if (history.isError)
    return (
      <ErrorState
        title="The history could not be loaded"
        actions={<Button onClick={() => void history.refetch()}>Try again</Button>}
      >
        {errorMessage(history.error)}
      </ErrorState>
    )
  if (history.isPending) return <SkeletonLines lines={10} className="p-6" />
  const { integration, records, total_record: total } = history.data
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const run = mayRun ? (
    <Button variant="primary" busy={start.isPending} disabled={integration.active === false} onClick={startOnce}>
      Run now
    </Button>
  ) : null
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        className="mb-5"
        breadcrumbs={<Crumbs integration={integration} />}
        title={integration.name}
        count={`${total.toLocaleString(userLocale())} ${total === 1 ? 'run' : 'runs'}`}
        description={`From ${sourceWords(integration)} by the mapping ${integration.mapping.replace(/^[^/]* \/ /, '')}`}
        actions={run}
      />
      {records.length === 0 ? (
        <EmptyState title="It has not run yet" actions={run}>
          What it brings, what becomes of every line and whether the records agree with the source will be shown here.
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-3" aria-label="Runs">
          {records.map((record) => (
            <RunCard key={record.id} run={record} mayRun={mayRun} onChanged={changed} />
          ))}
        </ol>
      )}
      {pages > 1 ? (
        <nav className="mt-4 flex items-center justify-end gap-2" aria-label="Pages">
          <Button disabled={page <= 1} onClick={() => setParameters({ page: String(page - 1) })}>
            Newer
          </Button>
          <span className="text-ink-2">
            Page {page} of {pages}
          </span>
          <Button disabled={page >= pages} onClick={() => setParameters({ page: String(page + 1) })}>
            Older
          </Button>
        </nav>
      ) : null}
    </div>
  )
}

const Crumbs = ({ integration }: { integration: Integration }) => (
  <Breadcrumbs
    crumbs={[
      { label: 'Integrations', link: (label) => <Link to="/integration-setup">{label}</Link> },
      {
        label: integration.code,
        link: (label) => <Link to={`/integration-setup/view/${integration.id}`}>{label}</Link>,
      },
      { label: 'History' },
    ]}
  />
)

function sourceWords({ source_type: type, folder, url, db_table: table, sftp_host: host }: Integration): string {
  if (type === 'https') return url ?? 'a web address'
  if (type === 'sftp') return `the server ${host ?? ''}`
  if (type === 'database') return `the table ${table ?? ''}`
  return folder ? `the folder ${folder}` : 'the drop folder'
}
