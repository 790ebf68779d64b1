import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type QueryType, queryTypes } from '#src/definition/query/query.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon, PlayIcon, PlusIcon, SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { counted } from '#src/widgets/counted.ts'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { notifyFailure } from '#src/widgets/notify-failure.ts'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import {
  afterSaving,
  cloneFormat,
  deleteFormat,
  formatsPage,
  formatsQuery,
  type QueryEntry,
  tablesQuery,
} from './query-api.ts'

interface QueryListProps {
  readonly type: QueryType
  readonly application: string | null
  readonly onRun: (format: QueryEntry) => Promise<boolean>
}

const about: Record<QueryType, string> = {
  dynamic_query: 'Questions to the records, built without code: choose what to list, its columns and what counts.',
  on_demand_analytics: 'Figures by groups with a chart, worked out when you ask for them.',
  collaboration_portal: 'Queries that are shared with partners and colleagues.',
  predefined_query: 'Queries made for everybody: answer what they ask, and run them.',
}

const whoseOptions = [
  { value: '', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'shared', label: 'Shared' },
] as const

/** The saved queries of one kind: run, changed, copied, deleted. */
export function QueryList({ type, application, onRun }: QueryListProps) {
  const place = queryTypes.find(({ value }) => value === type)!
  const form = `${place.path}${place.path}-form`
  const [search, setSearch] = useState('')
  const [whose, setWhose] = useState<'' | 'mine' | 'shared'>('')
  const [page, setPage] = useState(1)
  const wanted = useDeferredValue(search)
  const formats = useQuery(formatsQuery({ type, application, page, search: wanted.trim(), whose }))
  const tables = useQuery(tablesQuery)
  const allowed = useAllowed()
  const mayWrite = allowed(type === 'predefined_query' ? 'queries.manage' : 'queries.write')
  const total = formats.data?.total_record
  const pages = Math.max(1, Math.ceil((total ?? 0) / formatsPage))
  const create = mayWrite ? (
    <Link to={form} className={buttonClass('primary')}>
      <PlusIcon className="-ml-0.5" /> New query
    </Link>
  ) : null
  const isNarrowed = wanted.trim() !== '' || whose !== ''
  return (
    <div className="mx-auto w-full max-w-[90rem]">
      <PageHeader
        className="mb-4"
        title={place.plural}
        count={total === undefined ? undefined : counted(total, ['query', 'queries'], userLocale())}
        description={about[type]}
        actions={create}
      />
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Input
          className="max-w-80"
          aria-label="Find a query"
          placeholder="Find a query"
          prefix={<SearchIcon size={14} />}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setPage(1)
          }}
        />
        <Segmented
          label="Whose queries"
          options={whoseOptions}
          value={whose}
          onChange={(next) => {
            setWhose(next)
            setPage(1)
          }}
        />
      </div>
      {formats.isError ? (
        <LoadFailure
          title="The queries could not be loaded"
          error={formats.error}
          onRetry={() => void formats.refetch()}
        />
      ) : !formats.data ? (
        <div role="status" aria-label="Loading the queries" className="rounded-lg border border-line bg-panel p-5">
          <SkeletonLines lines={8} />
        </div>
      ) : formats.data.records.length === 0 ? (
        <EmptyState
          title={isNarrowed ? 'No query is called so' : 'There are no queries yet'}
          actions={isNarrowed ? null : create}
        >
          {isNarrowed
            ? 'Search for other words, or look at all of them.'
            : 'A saved query is found here, by you or by whom you share it with.'}
        </EmptyState>
      ) : (
        <ul aria-label={place.plural} className="divide-y divide-line rounded-lg border border-line bg-panel">
          {formats.data.records.map((format) => (
            <QueryItem
              key={format.id}
              format={format}
              form={form}
              mayWrite={allowed('queries.write')}
              table={tables.data?.find(({ table_name: name }) => name === format.table_name)?.table_description}
              onRun={onRun}
            />
          ))}
        </ul>
      )}
      {pages > 1 ? (
        <nav aria-label="Pages" className="mt-3 flex items-center justify-end gap-2">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            Before
          </Button>
          <span className="text-ink-2">
            Page {page} of {pages}
          </span>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </nav>
      ) : null}
    </div>
  )
}

interface QueryItemProps {
  readonly format: QueryEntry
  readonly form: string
  readonly mayWrite: boolean
  readonly table: string | undefined
  readonly onRun: (format: QueryEntry) => Promise<boolean>
}

const audienceOf = ({ audience, role_name: role }: QueryEntry): string =>
  audience === 'own' ? 'Only you' : audience === 'role' ? `Role ${role ?? ''}` : 'Everybody'

function QueryItem({ format, form, mayWrite, table, onRun }: QueryItemProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isRunning, setRunning] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const run = async () => {
    setRunning(true)
    await onRun(format).catch((error: unknown) => notifyFailure(`${format.name} could not be run`, error))
    setRunning(false)
  }
  const clone = async () => {
    try {
      const { message } = await cloneFormat(format.id)
      notify.success(message ?? 'Query cloned successfully')
      await afterSaving(client)
    } catch (error) {
      notifyFailure('The query could not be cloned', error)
    }
  }
  const remove = async () => {
    setAsking(false)
    try {
      const { message } = await deleteFormat(format.id)
      notify.success(message ?? 'Query deleted successfully')
      await afterSaving(client, format.id)
    } catch (error) {
      notifyFailure('The query could not be deleted', error)
    }
  }
  const changed = new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium' }).format(new Date(format.updated_at))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-hover">
      <div className="min-w-60 flex-1">
        <button
          type="button"
          className="cursor-pointer text-left font-medium text-accent-ink hover:underline"
          onClick={() => void run()}
        >
          {format.name}
        </button>
        {format.description ? <p className="text-ink-2">{format.description}</p> : null}
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-3">
          <span>{table ?? format.table_name}</span>
          <span>
            {format.mine ? 'Yours' : (format.owner_name ?? '')}, changed {changed}
          </span>
          {format.questions > 0 ? (
            <span>{counted(format.questions, ['question', 'questions'], userLocale())}</span>
          ) : null}
        </p>
      </div>
      <Tag tone={format.audience === 'own' ? 'neutral' : 'accent'}>{audienceOf(format)}</Tag>
      <div className="flex items-center gap-1.5">
        <Button size="sm" icon={PlayIcon} busy={isRunning} aria-label={`Run ${format.name}`} onClick={() => void run()}>
          Run
        </Button>
        {mayWrite ? (
          <Menu
            align="end"
            label={`More about ${format.name}`}
            items={[
              {
                label: format.may_change ? 'Change' : 'Look at it',
                onSelect: () => void navigate(`${form}/${format.id}`),
              },
              { label: 'Clone', onSelect: () => void clone() },
              ...(format.may_change
                ? (['separator', { label: 'Delete', danger: true, onSelect: () => setAsking(true) }] as const)
                : []),
            ]}
            trigger={(props) => <IconButton {...props} icon={MoreIcon} label={`More about ${format.name}`} />}
          />
        ) : null}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={`Delete ${format.name}?`}
        confirmLabel="Delete the query"
        danger
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {format.audience === 'own'
          ? 'The query and the criteria saved for it are gone then. The records stay as they are.'
          : 'It is gone for everybody it is shared with, with the criteria saved for it. The records stay as they are.'}
      </ConfirmDialog>
    </li>
  )
}
