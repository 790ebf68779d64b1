import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { Button } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { Tag, type TagTone } from '#src/ui/tag.tsx'
import { useOnce } from '#src/widgets/use-once.ts'
import { userLocale } from '#src/data/user-locale.ts'
import type { IntegrationRun, RunFile } from './history-api.ts'

const states: Readonly<Record<string, readonly [string, TagTone]>> = {
  waiting: ['Waiting', 'neutral'],
  running: ['Running', 'accent'],
  complete: ['Complete', 'ok'],
  partial: ['With problems', 'warn'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'neutral'],
}

interface RunCardProps {
  readonly run: IntegrationRun
  readonly mayRun: boolean
  readonly onChanged: () => Promise<unknown>
}

/** A run with its files; what was rejected can be taken in again, and source and records be compared anew. */
export function RunCard({ run, mayRun, onChanged }: RunCardProps) {
  const [label, tone] = states[run.status] ?? [run.status, 'neutral']
  const date = new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
  const act = (call: 'retry' | 'reconcile') =>
    api.post<{ reconciled?: boolean }>(`integration-setup/${call}`, { json: { run: run.number } })
  const retry = useMutation({
    mutationFn: () => act('retry'),
    onSuccess: () => {
      notify.success('The rejected lines are taken in again')
      return onChanged()
    },
    onError: (error) => notify.error(errorMessage(error)),
    meta: { quiet: true },
  })
  const compare = useMutation({
    mutationFn: () => act('reconcile'),
    onSuccess: ({ reconciled }) => {
      if (reconciled) notify.success('Successfully reconciled.')
      else notify.warning('The source and the records differ.')
      return onChanged()
    },
    onError: (error) => notify.error(errorMessage(error)),
    meta: { quiet: true },
  })
  const retryOnce = useOnce(() => retry.mutateAsync())
  const kept = run.files.some((file) => file.kept)
  const rejected = run.files.some((file) => (file.counts?.['rejected'] ?? 0) > 0)
  const written = run.files.some((file) => file.state === 'committed')
  return (
    <li className="rounded-lg border border-line bg-panel">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
        <Link to={`/batch-job-status/view/${run.id}`} className="font-semibold text-accent-ink hover:underline">
          Run {run.number}
        </Link>
        <Tag tone={tone}>{label}</Tag>
        <span className="text-ink-3">
          {run.started_at ? date.format(new Date(run.started_at)) : 'not begun'}
          {run.seconds ? `, ${run.seconds} s` : ''}
          {run.started_by ? `, ${run.started_by}` : ''}
        </span>
        <span className="flex flex-1 justify-end gap-2">
          {mayRun && rejected && kept ? (
            <Button size="sm" busy={retry.isPending} onClick={retryOnce}>
              Retry rejected lines
            </Button>
          ) : null}
          {mayRun && written && kept ? (
            <Button size="sm" busy={compare.isPending} onClick={() => compare.mutate()}>
              Reconcile
            </Button>
          ) : null}
        </span>
        {run.message ? <p className="w-full text-ink-2">{run.message}</p> : null}
      </header>
      {run.files.length > 0 ? <Files files={run.files} /> : null}
    </li>
  )
}

const heads = ['File', 'Lines', 'Added', 'Changed', 'Unchanged', 'Rejected', 'Left out', 'Source and records']
const outcomes = ['insert', 'update', 'unchanged', 'rejected', 'skipped'] as const

function Files({ files }: { files: readonly RunFile[] }) {
  const number = new Intl.NumberFormat(userLocale())
  return (
    <div className="overflow-x-auto border-t border-line" role="region" aria-label="Files" tabIndex={0}>
      <table className="w-full min-w-[52rem] border-collapse">
        <thead className="text-sm text-ink-2">
          <tr className="border-b border-line">
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`px-4 py-1.5 font-semibold ${index > 0 && index < 7 ? 'text-right' : 'text-left'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.name} className="border-b border-line last:border-0">
              <td className="px-4 py-1.5">
                {file.upload_id === null ? (
                  file.name
                ) : (
                  <Link to={`/uploads/${file.upload_id}`} className="text-accent-ink hover:underline">
                    {file.name}
                  </Link>
                )}
              </td>
              <td className="px-4 text-right tabular-nums">{file.rows === null ? '' : number.format(file.rows)}</td>
              {outcomes.map((outcome) => (
                <td key={outcome} className="px-4 text-right tabular-nums">
                  {file.counts ? number.format(file.counts[outcome] ?? 0) : ''}
                </td>
              ))}
              <td className="px-4">
                <Agreement file={file} number={number} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Agreement({
  file: { reconciliation: held, state, outcome },
  number,
}: {
  file: RunFile
  number: Intl.NumberFormat
}) {
  if (outcome) return <span className="text-bad">{outcome}</span>
  if (!held) return <span className="text-ink-3">{state === 'committed' ? 'Not compared' : 'Nothing was written'}</span>
  const sums =
    held.source_sum === null
      ? ''
      : `; ${held.control_field ?? 'sum'} ${number.format(Number(held.source_sum))} and ${number.format(Number(held.target_sum ?? 0))}`
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Tag tone={held.reconciled ? 'ok' : 'bad'}>{held.reconciled ? 'Reconciled' : 'Differs'}</Tag>
      <span className="text-ink-2">
        {number.format(held.source_count)} and {number.format(held.target_count)}
        {held.rejected > 0 ? `, ${number.format(held.rejected)} rejected` : ''}
        {held.different > 0 ? `, ${number.format(held.different)} with other values` : ''}
        {sums}
      </span>
    </span>
  )
}
