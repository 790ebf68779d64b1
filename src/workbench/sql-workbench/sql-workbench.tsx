import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { api } from '#src/data/api.ts'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { useSlice } from '#src/session/slices.ts'
import { Button } from '#src/ui/button.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { DeniedState, ErrorState } from '#src/ui/states.tsx'
import { tabPanelProps, Tabs } from '#src/ui/tabs.tsx'
import { declaredIn, type Draft, draftOf, emptyDraft, sameDraft } from './drafts.ts'
import { ParameterBar } from './parameter-bar.tsx'
import { QueryList } from './query-list.tsx'
import { ResultPanel } from './result-panel.tsx'
import { RunHistory } from './run-history.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { SqlEditor, type SqlEditorHandle } from './sql-editor.tsx'
import { TableBrowser } from './table-browser.tsx'
import { useRun } from './use-run.ts'
import { WorkbenchActions } from './workbench-actions.tsx'
import {
  queriesKey,
  queriesQuery,
  runPageQuery,
  type SavedQuery,
  type SqlProblem,
  type SqlRun,
  tablesQuery,
} from './workbench-api.ts'

/** Statements of one's own over the records one may read: written, run, kept. */
export function SqlWorkbench() {
  const queries = useQuery(queriesQuery)
  const tables = useQuery(tablesQuery)
  const error = queries.error ?? tables.error
  if (error instanceof ApiError && error.status === 403) return <DeniedState isPage />
  if (error)
    return (
      <ErrorState
        isPage
        title="The workbench could not be opened"
        actions={<Button onClick={() => void Promise.all([queries.refetch(), tables.refetch()])}>Try again</Button>}
      >
        {errorMessage(error)}
      </ErrorState>
    )
  if (!queries.data || !tables.data)
    return (
      <div role="status" aria-label="Loading the workbench">
        <SkeletonLines lines={10} className="p-6" />
      </div>
    )
  return <Workbench queries={queries.data} tables={tables.data} />
}

// What stands in editors that were left without saving, as long as the tab is open.
const kept = new Map<string, Draft>()

function useDrafts(queries: readonly SavedQuery[], chosen: SavedQuery | null) {
  const me = useSlice('profileData')?.email ?? ''
  const [, redraw] = useState(0)
  const keyOf = (id: number | null) => `${me} ${id ?? 'new'}`
  const savedOf = (query: SavedQuery | null) => (query ? draftOf(query) : emptyDraft)
  const saved = savedOf(chosen)
  const draft = kept.get(keyOf(chosen?.id ?? null)) ?? saved
  const set = (next: Draft | null) => {
    if (next && !sameDraft(next, saved)) kept.set(keyOf(chosen?.id ?? null), next)
    else kept.delete(keyOf(chosen?.id ?? null))
    redraw((count) => count + 1)
  }
  const changed = new Set(queries.filter(({ id }) => kept.has(keyOf(id))).map(({ id }) => id))
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (kept.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return { me, draft, set, changed, isChanged: kept.has(keyOf(chosen?.id ?? null)) }
}

interface WorkbenchProps {
  readonly queries: readonly SavedQuery[]
  readonly tables: Parameters<typeof TableBrowser>[0]['tables']
}

function Workbench({ queries, tables }: WorkbenchProps) {
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const id = Number(parameters.get('query')) || null
  const chosen = useMemo(() => queries.find((query) => query.id === id) ?? null, [queries, id])
  const { me, draft, set, changed, isChanged } = useDrafts(queries, chosen)
  const run = useRun()
  const editor = useRef<SqlEditorHandle>(null)
  const [side, setSide] = useState('queries')
  const [below, setBelow] = useState('result')
  // What stands before the statement that was run, so that its places are those of the editor.
  const [before, setBefore] = useState('')
  const [isNaming, setNaming] = useState(false)
  const declared = declaredIn(draft)
  const asked = { id: chosen?.id ?? null, statement: draft.statement, declared }
  const isMine = chosen === null || chosen.owner === me
  const isEmpty = draft.statement.trim() === ''
  const choose = (next: number | null) => {
    setParameters(next === null ? {} : { query: String(next) })
    // What came of another statement is in the history.
    if (run.state.kind !== 'running') run.show({ kind: 'none' })
  }
  const start = () => {
    if (isEmpty) return editor.current?.focus()
    setBelow('result')
    const { text, from } = editor.current!.meant()
    setBefore(draft.statement.slice(0, from))
    void run.start({ ...asked, statement: text })
  }
  const afterSave = async (saved: SavedQuery) => {
    set(null)
    client.setQueryData<readonly SavedQuery[]>(queriesKey, (before = []) => [
      ...before.filter((query) => query.id !== saved.id),
      saved,
    ])
    notify.success(`${saved.name} is saved`)
    await client.invalidateQueries({ queryKey: queriesKey })
  }
  const save = async () => {
    if (isEmpty) return
    if (!chosen || !isMine) return setNaming(true)
    try {
      const json = { row_version: chosen.row_version, statement: draft.statement, parameters: declared }
      await afterSave(await api.put<SavedQuery>(`sql-work-bench/${chosen.id}`, { json }))
    } catch (error) {
      notify.error(errorMessage(error))
    }
  }
  const showRun = async (one: SqlRun) => {
    try {
      const page = await client.fetchQuery(runPageQuery(one.request_id, 1))
      run.show({ kind: 'done', run: page, asked })
      setBelow('result')
    } catch (error) {
      notify.error(errorMessage(error))
    }
  }
  const state = run.state.kind === 'failed' ? { ...run.state, problem: movedBy(before, run.state.problem) } : run.state
  const problem = state.kind === 'failed' ? state.problem : null
  return (
    <>
      <PageHeader
        className="mb-3"
        title="SQL workbench"
        count={
          <>
            {chosen?.name ?? 'New statement'}
            {isChanged ? ' · not saved' : ''}
          </>
        }
        actions={
          <WorkbenchActions
            asked={() => ({ ...asked, statement: editor.current?.meant().text ?? draft.statement })}
            name={chosen?.name ?? null}
            canRun={!isEmpty}
            isRunning={run.state.kind === 'running'}
            canSave={!isEmpty && (isChanged || !isMine || chosen === null)}
            onRun={start}
            onCancel={() => void run.cancel()}
            onSave={() => void save()}
            onSaveAs={() => setNaming(true)}
            onRevert={isChanged ? () => set(null) : undefined}
          />
        }
      />
      <div className="grid gap-4 lg:min-h-0 lg:flex-1 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <aside aria-label="Queries and tables" className="flex min-h-0 flex-col gap-2 max-lg:order-last max-lg:h-96">
          <Tabs
            id="sql-side"
            label="Queries and tables"
            value={side}
            onChange={setSide}
            tabs={[
              { id: 'queries', label: 'Queries', count: queries.length },
              { id: 'tables', label: 'Tables', count: tables.length },
            ]}
          />
          <div {...tabPanelProps('sql-side', side)} className="flex min-h-0 flex-1 flex-col">
            {side === 'queries' ? (
              <QueryList queries={queries} chosen={chosen?.id ?? null} changed={changed} me={me} onChoose={choose} />
            ) : (
              <TableBrowser tables={tables} onInsert={(text) => editor.current?.insert(text)} />
            )}
          </div>
        </aside>
        <div className="flex min-w-0 flex-col gap-2 lg:min-h-0">
          <section aria-label="Statement" className="h-56 shrink-0 lg:h-[38%] lg:min-h-44">
            <SqlEditor
              ref={editor}
              text={draft.statement}
              tables={tables}
              problem={problem}
              onChange={(statement) => set({ ...draft, statement })}
              onRun={start}
              onSave={() => void save()}
            />
          </section>
          <ParameterBar
            parameters={declared}
            wrong={run.state.kind === 'failed' ? run.state.wrong : {}}
            onChange={(name, change) =>
              set({ ...draft, parameters: declared.map((one) => (one.name === name ? { ...one, ...change } : one)) })
            }
          />
          <Tabs
            id="sql-below"
            label="Result and history"
            value={below}
            onChange={setBelow}
            tabs={[
              { id: 'result', label: 'Result' },
              { id: 'history', label: 'History' },
            ]}
          />
          <div
            {...tabPanelProps('sql-below', below)}
            className="flex h-96 flex-col overflow-hidden lg:h-auto lg:min-h-60 lg:flex-1 rounded-lg border border-line bg-panel"
          >
            {below === 'result' ? (
              <ResultPanel
                state={state}
                onCancel={() => void run.cancel()}
                onGoTo={(line, column) => editor.current?.goTo(line, column)}
              />
            ) : (
              <RunHistory
                onShow={(one) => void showRun(one)}
                onTake={(one) => {
                  const values = declaredIn({ statement: one.statement, parameters: draft.parameters }).map(
                    (given) => ({
                      ...given,
                      value: valueText(one.parameters[given.name]),
                    }),
                  )
                  set({ statement: one.statement, parameters: values })
                  editor.current?.focus()
                }}
              />
            )}
          </div>
        </div>
      </div>
      {isNaming ? (
        <SaveDialog
          draft={draft}
          name={chosen && !isMine ? `${chosen.name} (mine)` : ''}
          onClose={() => setNaming(false)}
          onSaved={(saved) => {
            setNaming(false)
            void afterSave(saved).then(() => choose(saved.id))
          }}
        />
      ) : null}
    </>
  )
}

/** A problem of a statement at its place in a text in which something stands before it. */
function movedBy(before: string, problem: SqlProblem): SqlProblem {
  if (!problem.position || before === '') return problem
  const lines = before.split('\n')
  const { line, column } = problem.position
  const right = line === 1 ? lines.at(-1)!.length : 0
  return { ...problem, position: { line: line + lines.length - 1, column: column + right } }
}

const valueText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
