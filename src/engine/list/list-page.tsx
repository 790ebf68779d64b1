import type { Screen } from '#src/definition'
import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { listViewsQuery, type Density } from '#src/data/list-views.ts'
import { openingParameters } from '#src/definition/opened-view.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { tabPanelProps } from '#src/ui/tabs.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { FilterBar } from './filter-bar.tsx'
import { ListActions } from './list-actions.tsx'
import { gridMode, setGridMode, type Presentation } from './list-presentation.ts'
import { ListRows } from './list-rows.tsx'
import { ListTools } from './list-tools.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useListPage, type ListModel } from './use-list-page.ts'
import { useNarrow } from './use-narrow.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { openTab } from './use-view-commands.ts'
import { ViewBar } from './view-bar.tsx'

const loadUndo = () => import('./editing/undo-bar.tsx')
const loadDialogs = () => import('./list-dialogs.tsx')
const loadSelection = () => import('./selection-bar.tsx')
const loadTree = () => import('./tree/tree-view.tsx')
const loadUncounted = () => import('./uncounted.tsx')
const loadProgress = () => import('#src/widgets/exports/export-progress.tsx')

/** Heights of rows in px; the standard one is the user's own density. */
const rowHeights: Record<Density, Readonly<Record<string, string>>> = {
  standard: {},
  compact: { '--row': '28px' },
  roomy: { '--row': '44px' },
}

interface ListPageProps {
  readonly screen: Screen
  readonly presentation: Presentation
}

/** A list, or one of its read-only displays; a display goes on to its grid while the session is in grid mode. */
export function ListPage({ screen, presentation }: ListPageProps) {
  const { search, pathname } = useLocation()
  const { data: views } = useQuery(listViewsQuery(screen.name))
  if (presentation.grid && gridMode()) return <Navigate to={presentation.grid} replace />
  const opening = search === '' && views ? openingParameters(views, presentation.path) : null
  if (opening) return <Navigate to={`${pathname}?${new URLSearchParams(opening).toString()}`} replace />
  return <ListView screen={screen} presentation={presentation} />
}

function ListView({ screen: given, presentation }: ListPageProps) {
  const model = useListPage(given, presentation)
  const { screen, layout, arrange, dialog, setDialog, exporting, rights } = model
  const navigate = useNavigate()
  const narrow = useNarrow()
  const search = useRef<HTMLInputElement>(null)
  const dialogs = useModule(dialog !== null, loadDialogs)
  useReturnFocus(dialog !== null)
  const undo = useModule(model.undo !== null, loadUndo)
  const progress = useModule(exporting.running !== null, loadProgress)
  const asTree = model.state.tree && !model.editing
  const tree = useModule(asTree, loadTree)
  useListKeys({
    onSearch: () => search.current?.focus(),
    onNew: model.onNew,
    onRefresh: () => void model.records.refresh(),
  })
  const tabsId = `${screen.name}-views`
  const view = openTab(model)
  const grid = presentation.grid
  return (
    <div
      data-list=""
      className="relative flex min-h-0 flex-1 flex-col gap-3"
      style={rowHeights[layout.density ?? 'standard']}
    >
      <PageHeader
        title={presentation.title}
        count={<ListCount model={model} />}
        breadcrumbs={
          presentation.readOnly ? (
            <Breadcrumbs crumbs={[{ label: screen.plural }, { label: presentation.title }]} />
          ) : undefined
        }
        actions={
          <ListActions
            screen={screen}
            rights={rights}
            filters={model.filters}
            readOnly={presentation.readOnly}
            narrow={narrow}
            onExport={(format) => (format ? model.startExport(format) : setDialog({ kind: 'export' }))}
            onRefresh={() => void model.records.refresh()}
            onDeleteAll={() => setDialog({ kind: 'delete', scope: { kind: 'filter', count: model.exactTotal } })}
            onEditAll={() => setDialog({ kind: 'edit', scope: { kind: 'filter', count: model.exactTotal } })}
            onAction={(action) =>
              model.runAction(action, action.on.includes('filter') ? model.whole : { screen: true })
            }
            onEditCells={model.canStage && !model.editing ? () => model.setEditing({}) : undefined}
            onGrid={
              grid
                ? () => {
                    setGridMode(true)
                    void navigate(grid)
                  }
                : undefined
            }
          />
        }
      />
      <div className="contents print:hidden">
        <ViewBar model={model} id={tabsId} value={view} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FilterBar model={model} narrow={narrow} />
        <ListTools model={model} search={search} narrow={narrow} />
      </div>
      <div
        {...tabPanelProps(tabsId, view)}
        tabIndex={-1}
        className="relative flex min-h-80 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-panel"
      >
        {model.undo && undo && <undo.UndoBar model={model} undo={model.undo} onClose={() => model.offerUndo(null)} />}
        {asTree ? (
          tree && <tree.TreeView model={model} narrow={narrow} readOnly={presentation.readOnly} />
        ) : (
          <ListRows
            model={model}
            narrow={narrow}
            readOnly={presentation.readOnly}
            widths={layout.widths}
            onWidths={(widths) => arrange({ widths })}
          />
        )}
        {!model.editing && <Chosen model={model} />}
      </div>
      {dialog && dialogs && <dialogs.ListDialogs model={model} dialog={dialog} />}
      {exporting.running && progress && (
        <progress.ExportProgress
          running={exporting.running}
          total={model.total}
          locale={model.locale}
          onStop={exporting.stop}
        />
      )}
    </div>
  )
}

function ListCount({ model }: { readonly model: ListModel }) {
  const { countExactly, uncounted } = model.records
  const failure = useModule(uncounted !== null, loadUncounted)
  if (uncounted !== null) return failure && <failure.NoCount records={model.records} />
  if (model.total === null) return null
  if (model.exactTotal !== null) return model.totalWords
  return (
    <button
      type="button"
      className="rounded hover:text-ink-1 hover:underline"
      onClick={countExactly}
      data-tip="Count exactly"
    >
      {model.totalWords}
    </button>
  )
}

function Chosen({ model }: { readonly model: ListModel }) {
  const { selection, scope, total, exactTotal, totalWords, words, screen, setDialog } = model
  const count = scope.kind === 'ids' ? scope.ids.length : scope.count
  const bar = useModule(selection.ids.length > 0, loadSelection)
  if (selection.ids.length === 0 || !bar) return null
  const page = model.inSight.filter(Boolean).length
  const whole = page > 0 && model.chosenRows.length === page && total !== null && total > selection.ids.length
  return (
    <bar.SelectionBar
      words={`${count === null ? screen.plural : words(count)} chosen`}
      allWords={whole && !selection.everything ? `Choose all${exactTotal === null ? ',' : ''} ${totalWords}` : null}
      actions={screen.actions.filter(
        ({ on }) =>
          on.includes(scope.kind === 'ids' ? 'selection' : 'filter') ||
          (selection.ids.length === 1 && on.includes('row')),
      )}
      onAll={() => {
        selection.chooseEverything()
        model.records.countExactly()
      }}
      onCopy={selection.everything ? undefined : () => void model.copyChosen()}
      onEdit={model.canStage ? () => setDialog({ kind: 'edit', scope }) : undefined}
      onDelete={model.canDelete ? () => setDialog({ kind: 'delete', scope }) : undefined}
      onAction={(action) => model.runAction(action, scope.kind === 'ids' ? { ids: scope.ids } : model.whole)}
      onClear={selection.clear}
    />
  )
}
