import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { fillPath, whyFixed, type Action, type Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import { recordKeys, type ApiRecord, type RecordLabels } from '#src/data/records.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, EditIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { Tabs, tabPanelProps } from '#src/ui/tabs.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { rowActions } from '#src/widgets/actions/offered-actions.ts'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { useMe } from '#src/widgets/use-profile-id.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { HistoryTab } from './history-tab.tsx'
import { RecordDetails } from './record-details.tsx'
import { RecordFacts } from './record-facts.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordMenu } from './record-menu.tsx'
import { titleOf } from './record-title.ts'
import { RelatedTab } from './related-tab.tsx'
import { useFormKeys } from './use-form-keys.ts'
import { useLosses } from './use-losses.ts'
import { useNeighbours, type Neighbours } from './use-neighbours.ts'
import { useRelated } from './use-related.ts'

interface RecordViewProps {
  readonly screen: Screen
  readonly id: string
  readonly record: ApiRecord
  readonly labels?: RecordLabels
  /** Why it is only read, although it was to be edited. */
  readonly notice?: ReactNode
}

const noLabels: RecordLabels = {}
const loadAction = () => import('#src/widgets/actions/action-dialog.tsx')

const isOf = (id: string, { queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[2] === id

/** A record as it is read: details, what hangs on it, and its history. */
export function RecordView({ screen, id, record, labels = noLabels, notice }: RecordViewProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const allowed = useAllowed()
  const [parameters, setParameters] = useSearchParams()
  const { pathname } = useLocation()
  const [asking, setAsking] = useState(false)
  const losses = useLosses(screen, record, asking)
  const [action, setAction] = useState<Action | null>(null)
  const dialog = useModule(action !== null, loadAction)
  const related = useRelated(screen, record)
  const list = screen.list?.path ?? '/'
  const endpoint = screen.endpoint ?? screen.name
  const editPath = fillPath(screen.form?.edit ?? '', { id })
  const title = titleOf(screen, record, labels)
  const me = useMe()
  const mayEdit = notice === undefined && allowed(screen.access.update) && whyFixed(screen, record) === undefined
  const offered = rowActions(screen, record, me).flatMap((one) =>
    one.action.primary && one.excluded === undefined ? [one.action] : [],
  )
  const isDeleted = useRef(false)
  // Not before the page is left: as long as it stands, it would ask for the deleted record again.
  useEffect(
    () => () => {
      if (isDeleted.current)
        client.removeQueries({ queryKey: recordKeys.all(endpoint), predicate: (query) => isOf(id, query) })
    },
    [client, endpoint, id],
  )
  // What hangs on a record may have changed with it.
  const read = useRef(record.row_version)
  useEffect(() => {
    if (read.current === record.row_version) return
    read.current = record.row_version
    for (const { screen: other } of related)
      void client.invalidateQueries({ queryKey: recordKeys.all(other.endpoint ?? other.name) })
  }, [client, record.row_version, related])
  const remove = useMutation({
    mutationFn: () => api.delete(`${endpoint}/${encodeURIComponent(id)}`),
    onMutate: () => setAsking(false),
    onSuccess: async () => {
      notify.success(screen.messages.deleted)
      isDeleted.current = true
      await navigate(list, { replace: true })
      await client.invalidateQueries({ queryKey: recordKeys.all(endpoint), predicate: (query) => !isOf(id, query) })
    },
  })
  const edit = () => void navigate(editPath)
  const neighbours = useNeighbours(screen, id, userLocale(), (other) => {
    const query = parameters.toString()
    void navigate(`${fillPath(screen.form?.view ?? '', { id: other })}${query ? `?${query}` : ''}`, { replace: true })
  })
  useFormKeys({
    onEdit: mayEdit ? edit : undefined,
    onEscape: () => void navigate(list),
    onNext: neighbours?.next,
    onPrevious: neighbours?.previous,
  })
  const tabs = [
    { id: 'details', label: 'Details' },
    ...related.map((other) => ({ id: other.screen.name, label: other.screen.plural })),
    ...(screen.table?.history ? [{ id: 'history', label: 'History' }] : []),
  ]
  const first =
    screen.form?.related.find((one) => one.path && fillPath(one.path, { id }) === pathname)?.screen ?? 'details'
  const asked = parameters.get('tab') ?? first
  const tab = tabs.some((candidate) => candidate.id === asked) ? asked : 'details'
  const other = related.find((candidate) => candidate.screen.name === tab)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col">
      <RecordHeader
        screen={screen}
        mode="view"
        record={record}
        labels={labels}
        actions={
          <span className="flex items-center gap-2 print:hidden">
            {neighbours ? <NeighbourButtons neighbours={neighbours} /> : null}
            <RecordMenu screen={screen} record={record} onAction={setAction} onDelete={() => setAsking(true)} />
            {offered.map((one) => (
              <Button key={one.name} variant={one.danger ? 'secondary' : 'primary'} onClick={() => setAction(one)}>
                {one.label}
              </Button>
            ))}
            {mayEdit ? (
              <Link
                to={editPath}
                className={buttonClass(offered.length > 0 ? 'secondary' : 'primary')}
                aria-keyshortcuts="e"
              >
                <EditIcon className="-ml-0.5" />
                Edit
              </Link>
            ) : null}
          </span>
        }
      />
      {notice}
      {tabs.length > 1 ? (
        <Tabs
          id="record"
          label={title}
          tabs={tabs}
          value={tab}
          className="mb-4 print:hidden"
          onChange={(next) =>
            setParameters(
              (before) => {
                const changed = new URLSearchParams(before)
                if (next === first) changed.delete('tab')
                else changed.set('tab', next)
                return changed
              },
              { replace: true },
            )
          }
        />
      ) : null}
      <div {...(tabs.length > 1 ? tabPanelProps('record', tab) : {})} className="outline-offset-4">
        {tab === 'details' ? <RecordDetails screen={screen} record={record} labels={labels} /> : null}
        {tab === 'history' ? <HistoryTab screen={screen} id={id} record={record} mayEdit={mayEdit} /> : null}
        {other ? <RelatedTab related={other} /> : null}
      </div>
      {tab === 'details' ? <RecordFacts screen={screen} record={record} /> : null}
      <PrintedAt />
      {action && dialog && (
        <dialog.ActionDialog
          screen={screen}
          action={action}
          target={{ ids: [record.id], name: title }}
          locale={userLocale()}
          onClose={() => setAction(null)}
          onDone={() => undefined}
        />
      )}
      <ConfirmDialog
        open={asking}
        title={`Delete ${title}?`}
        confirmLabel={`Delete ${screen.label.toLowerCase()}`}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>It disappears from all lists. Its history is kept.</p>
        {losses.map((words) => (
          <p key={words} className="mt-2 rounded bg-warn-soft p-3 text-warn">
            {words}
          </p>
        ))}
      </ConfirmDialog>
    </div>
  )
}

/** On paper only: when this was so. */
function PrintedAt() {
  const [at, setAt] = useState<Date | null>(null)
  useEffect(() => {
    const note = () => flushSync(() => setAt(new Date()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  if (!at) return null
  return (
    <p className="mt-6 hidden text-sm text-ink-3 print:block">
      Printed {new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)}
    </p>
  )
}

/** Leads through the list the record was opened from. */
function NeighbourButtons({ neighbours: { place, previous, next } }: { neighbours: Neighbours }) {
  return (
    <span className="flex items-center gap-1 text-sm text-ink-3" role="group" aria-label="Neighbours in the list">
      <IconButton
        icon={ChevronLeftIcon}
        label="Previous record"
        aria-keyshortcuts="k"
        disabled={!previous}
        onClick={previous}
      />
      <span className="tabular-nums whitespace-nowrap">{place}</span>
      <IconButton icon={ChevronRightIcon} label="Next record" aria-keyshortcuts="j" disabled={!next} onClick={next} />
    </span>
  )
}
