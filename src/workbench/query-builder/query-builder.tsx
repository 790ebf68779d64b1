import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Query, QueryType } from '#src/definition/query/query.ts'
import { queryTypes } from '#src/definition/query/query.ts'
import { announce } from '#src/ui/announce.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { PlayIcon, UndoIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { LeaveDialog } from '#src/widgets/leave/leave-dialog.tsx'
import { useLeaveGuard } from '#src/widgets/leave/use-leave-guard.ts'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { notifyFailure } from '#src/widgets/notify-failure.ts'
import { ColumnList } from './column-list.tsx'
import { FigureConditions, RecordConditions } from './condition-steps.tsx'
import { useFieldBook } from './field-book.ts'
import { ChartStep, OrderStep } from './order-step.tsx'
import { QueryPreview } from './query-preview.tsx'
import {
  afterSaving,
  changeFormat,
  createFormat,
  type FormatDraft,
  lastTable,
  previewQuery,
  type QueryFormat,
  tablesQuery,
} from './query-api.ts'
import { EachRow } from './each-row.tsx'
import { emptyQuery } from './query-edit.ts'
import { grainWords } from './query-words.ts'
import { RelatedList } from './related-list.tsx'
import { SaveQueryDialog } from './save-query-dialog.tsx'
import { StepSection } from './step-section.tsx'
import { useQueryDraft } from './use-query-draft.ts'

const quietFor = 400

function useStill<T>(value: T): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), quietFor)
    return () => clearTimeout(timer)
  }, [value])
  return still
}

export interface QueryBuilderProps {
  readonly type: QueryType
  /** The saved query that is changed; a new one without it. */
  readonly format: QueryFormat | null
  readonly application: string | null
  /** Runs a saved query; answers whether it led away: where nothing is found it stays. */
  readonly onRun: (format: Pick<QueryFormat, 'id'>) => Promise<boolean>
}

const draftOf = (type: QueryType, format: QueryFormat | null, application: string | null): FormatDraft => ({
  name: format?.name ?? '',
  description: format?.description ?? null,
  query_type: format?.query_type ?? type,
  app_type: format ? format.app_type : (application ?? null),
  audience: format?.audience ?? (type === 'dynamic_query' ? 'own' : 'everyone'),
  role_id: format?.role_id ?? null,
  opens_in_grid: format?.opens_in_grid ?? false,
})

/** A query being built: what it lists, its columns, what counts, and the first rows of it as they are. */
export function QueryBuilder({ type, format, application, onRun }: QueryBuilderProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const tables = useQuery(tablesQuery)
  const [saved, setSaved] = useState(format)
  const draft = useQueryDraft(format?.query ?? emptyQuery(''))
  const { query, edit } = draft
  const [saving, setSaving] = useState<'save' | 'run' | 'copy' | null>(null)
  const [changing, setChanging] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const book = useFieldBook(query)
  const still = useStill(query)
  const hasColumns = query.from !== '' && query.columns.length > 0
  const preview = useQuery({ ...previewQuery(still), enabled: still.from !== '' && still.columns.length > 0 })
  const guard = useLeaveGuard(() => draft.isDirty)
  const place = queryTypes.find(({ value }) => value === type)!
  const mayChange = saved?.may_change ?? false
  const previewFields = preview.data?.fields ?? []

  const leave = (path: string) => {
    guard.release()
    void navigate(path)
  }
  const run = async (of: QueryFormat) => {
    setRunning(true)
    await onRun(of).catch((error: unknown) => notifyFailure(`${of.name} could not be run`, error))
    setRunning(false)
  }
  const keep = async (settings: FormatDraft) => {
    const isNew = saving === 'copy' || !saved || !mayChange
    const kept = isNew ? await createFormat(settings, query) : await changeFormat(saved, settings, query)
    setSaved(kept)
    draft.settle()
    setSaving(null)
    await afterSaving(client, kept.id)
    notify.success('Query saved')
    if (saving === 'run') {
      guard.release()
      await run(kept)
    } else leave(queryTypes.find(({ value }) => value === kept.query_type)!.path)
  }
  const begin = (from: string) => {
    edit(emptyQuery(from))
    announce('The query begins anew')
  }
  const usual = lastTable()
  return (
    <div className="mx-auto w-full max-w-[120rem]">
      <PageHeader
        className="mb-4"
        title={saved?.name ?? `New ${place.label.toLowerCase()}`}
        description={saved?.description ?? undefined}
        actions={
          <>
            <IconButton bordered icon={UndoIcon} label="Undo" disabled={!draft.canUndo} onClick={draft.undo} />
            <IconButton
              bordered
              icon={UndoIcon}
              className="-scale-x-100"
              label="Redo"
              disabled={!draft.canRedo}
              onClick={draft.redo}
            />
            <Link to={place.path} className={buttonClass()}>
              Cancel
            </Link>
            {saved ? <Button onClick={() => setSaving('copy')}>Save as a copy</Button> : null}
            {saved && !mayChange ? null : (
              <Button disabled={!hasColumns} onClick={() => setSaving('save')}>
                Save
              </Button>
            )}
            <Button
              variant="primary"
              icon={PlayIcon}
              busy={isRunning}
              disabled={!hasColumns}
              onClick={() => (saved && !draft.isDirty ? void run(saved) : setSaving('run'))}
            >
              {saved && !draft.isDirty ? 'Run' : 'Save and run'}
            </Button>
          </>
        }
      />
      {saved && !mayChange ? (
        <p className="mb-4 rounded bg-warn-soft p-3 text-warn">
          This query belongs to {saved.owner_name ?? 'somebody else'}. What you change is saved as a copy of your own.
        </p>
      ) : null}
      {tables.isError ? (
        <LoadFailure
          title="What can be asked about could not be loaded"
          error={tables.error}
          onRetry={() => void tables.refetch()}
        />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <StepSection title="What to list" help="The records that the rows are made of.">
              <Select
                aria-label="Records to list"
                value={query.from}
                disabled={tables.isPending}
                placeholder={tables.isPending ? 'Loading…' : 'Choose records'}
                options={(tables.data ?? []).map((one) => ({ value: one.table_name, label: one.table_description }))}
                onChange={(event) => {
                  if (event.target.value === '') return
                  if (query.columns.length > 0) setChanging(event.target.value)
                  else begin(event.target.value)
                }}
              />
              {query.from === '' && usual && tables.data?.some((one) => one.table_name === usual) ? (
                <span>
                  <Button size="sm" onClick={() => begin(usual)}>
                    {tables.data.find((one) => one.table_name === usual)!.table_description}, as before
                  </Button>
                </span>
              ) : null}
              {query.from === '' ? null : <EachRow {...{ query, book, onChange: edit }} />}
              {book.failure && query.from !== '' ? (
                <LoadFailure compact title="The fields could not be loaded" error={book.failure} onRetry={book.retry} />
              ) : null}
            </StepSection>
            {query.from === '' ? null : <Steps {...{ query, book, onChange: edit, fields: previewFields }} />}
          </div>
          <QueryPreview
            preview={hasColumns ? preview.data : undefined}
            error={hasColumns ? preview.error : null}
            isFetching={preview.isFetching || still !== query}
            grain={query.from === '' ? 'Choose what to list first.' : grainWords(query, book)}
            hasColumns={hasColumns}
            onRetry={() => void preview.refetch()}
          />
        </div>
      )}
      {saving ? (
        <SaveQueryDialog
          title={saving === 'copy' || !mayChange ? 'Save a new query' : 'Save the query'}
          saveLabel={saving === 'run' ? 'Save and run' : 'Save'}
          initial={copyOf(draftOf(type, saved, application), saving === 'copy' || (saved !== null && !mayChange))}
          onSave={keep}
          onClose={() => setSaving(null)}
        />
      ) : null}
      <ConfirmDialog
        open={changing !== null}
        title="Begin anew?"
        confirmLabel="Begin anew"
        onConfirm={() => {
          begin(changing!)
          setChanging(null)
        }}
        onClose={() => setChanging(null)}
      >
        Columns and conditions belong to the records they were chosen for. Undo brings them back.
      </ConfirmDialog>
      <LeaveDialog blocker={guard.blocker} changes={Math.max(1, draft.changes)} onLeave={draft.settle} />
    </div>
  )
}

const copyOf = (draft: FormatDraft, isCopy: boolean): FormatDraft =>
  isCopy
    ? {
        ...draft,
        name: `Copy of ${draft.name}`.slice(0, 80),
        audience: 'own',
        role_id: null,
        query_type: draft.query_type === 'predefined_query' ? 'dynamic_query' : draft.query_type,
      }
    : draft

function Steps(props: {
  readonly query: Query
  readonly book: ReturnType<typeof useFieldBook>
  readonly onChange: (query: Query) => void
  readonly fields: Parameters<typeof ChartStep>[0]['fields']
}) {
  return (
    <>
      <ColumnList {...props} />
      <RecordConditions {...props} />
      <RelatedList {...props} />
      <FigureConditions {...props} />
      <OrderStep {...props} />
      <ChartStep {...props} />
    </>
  )
}
