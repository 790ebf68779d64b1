import { fillPath, type Action, type Field, type Screen } from '#src/definition'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { notify } from '#src/ui/notify.ts'
import { counted } from '#src/widgets/counted.ts'
import type { ActionTarget } from '#src/widgets/actions/action-dialog.tsx'
import type { Labels } from '#src/widgets/cell-text.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import type { RowCommands } from '#src/widgets/table/use-table-keys.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { useReferenceHref } from '#src/widgets/use-reference-href.ts'
import { csvParameters, markOf } from '#src/widgets/csv-marks.ts'
import { userLocale } from '#src/data/user-locale.ts'
import type { Undo } from './editing/undo.ts'
import type { EditStart } from './editing/edit-mode.tsx'
import type { ExportChoice } from './export-choice.ts'
import type { ExportFormat } from '#src/widgets/exports/export-file.ts'
import type { ListDialog } from './list-dialog.ts'
import { viewOf, type Presentation } from './list-presentation.ts'
import { scopeParameters } from './list-state.ts'
import { linkedFields, rowHref, rowTitle } from './row-title.ts'
import { useScreenRights } from './screen-rights.ts'
import { type Scope } from './selection.ts'
import { hasStaged } from './staged-key.ts'
import { useCopy } from './use-copy.ts'
import { useExport } from '#src/widgets/exports/use-export.ts'
import { useListRecords } from './use-list-records.ts'
import { useLayout } from './use-layout.ts'
import { useListState } from './use-list-state.ts'
import { useListViews } from './use-list-views.ts'
import { useSelection } from './use-selection.ts'
import { useViewCommands } from './use-view-commands.ts'

const noLabels: Labels = {}
const noRows: readonly Row[] = []

/** The records in sight by the place they are drawn at; headings of groups are undefined. */
interface InSight {
  readonly rows: readonly (Row | undefined)[]
  readonly labels: Labels
}
const nothingInSight: InSight = { rows: noRows, labels: noLabels }

/** Everything a list page knows and can do; the view only draws it. */
export function useListPage(given: Screen, presentation: Presentation) {
  const screen = useMemo(
    () => ({ ...given, list: given.list && viewOf(given.list, presentation) }),
    [given, presentation],
  )
  const navigate = useNavigate()
  const { path } = presentation
  const views = useListViews(screen)
  const [state, change] = useListState(screen, views, path)
  const standardColumns = screen.list!.columns
  const layout = useLayout({ path, columns: standardColumns, pageSize: screen.list!.pageSize, state, change, views })
  const viewCommands = useViewCommands({ screen, path, state, change, views, layout })
  const rights = useScreenRights(screen)
  const canStage = rights.update && !presentation.readOnly
  // What was staged before a reload is gone on with at once.
  const [editing, setEditing] = useState<EditStart | null>(() => (canStage && hasStaged(screen.name) ? {} : null))
  // Editing is page by page; groups come back behind it.
  const records = useListRecords(screen, state, (state.group.length === 0 && !state.tree) || editing !== null)
  const selection = useSelection(JSON.stringify(scopeParameters(state)))
  const exporting = useExport()
  const [dialog, setDialog] = useState<ListDialog | null>(null)
  const [undo, offerUndo] = useState<Undo | null>(null)
  const [asking, setAsking] = useState<Field | null>(null)
  const locale = userLocale()
  const referenceHref = useReferenceHref()
  const [inGroups, setInSight] = useState<InSight>(nothingInSight)
  const { rows: inSight, labels } =
    state.group.length > 0
      ? inGroups
      : { rows: records.page.data?.records ?? noRows, labels: records.page.data?.labels ?? noLabels }
  const context = useMemo<CellContext>(() => ({ locale, labels, referenceHref }), [locale, labels, referenceHref])
  // The address is read anew with every page; the same columns stay the same, and as wide as they are.
  const shown = state.columns.join(',')
  const fields = useMemo(
    () => shown.split(',').flatMap((name): Field[] => screen.fields.filter((field) => field.name === name)),
    [shown, screen.fields],
  )
  const linked = useMemo(() => linkedFields(screen, shown.split(',')), [screen, shown])
  const filters = useMemo(() => scopeParameters(state), [state])
  // The count of an earlier question would be a wrong one.
  const isCounted = !records.summary.isPlaceholderData && records.uncounted === null
  const total = isCounted ? (records.summary.data?.total_record ?? null) : null
  // What is changed or deleted is never told by an estimate.
  const exactTotal = records.summary.data?.estimated ? null : total
  const scope: Scope = selection.everything
    ? { kind: 'filter', count: exactTotal }
    : { kind: 'ids', ids: selection.ids }
  const words = (count: number): string => counted(count, [screen.label, screen.plural], locale)

  const { copy, copyCell, copyChosen } = useCopy({ screen, state, fields, locale, inSight, labels, selection })
  const canEdit = rights.update && !presentation.readOnly && screen.form !== null
  const chosenRows = inSight.filter((row) => row !== undefined).filter((row) => selection.state[String(row.id)])
  const commands: RowCommands = {
    onOpen: (row) => setDialog({ kind: 'glance', row }),
    onCopy: (row, column) => {
      // The boxes to tick stand before the fields.
      const field = fields[column - 1]
      void (selection.ids.length > 0 ? copyChosen() : field ? copyCell(row, field) : copy([row]))
    },
    ...(canEdit
      ? {
          onEdit: (row: Row) =>
            void navigate(fillPath(screen.form!.edit, { id: String(row.id), Id: String(row.id), ID: String(row.id) })),
        }
      : {}),
  }
  const canDelete = rights.delete && !presentation.readOnly
  const canCreate = rights.create && !presentation.readOnly && screen.form !== null
  return {
    ...viewCommands,
    views,
    layout: layout.layout,
    arrange: layout.arrange,
    screen,
    state,
    change,
    records,
    selection,
    /** What the last change of many records would be taken back by. */
    undo,
    offerUndo,
    exporting,
    rights,
    dialog,
    setDialog,
    /** The field that a new filter is asked for. */
    asking,
    askFilter: (field: Field) => setAsking(field),
    stopAsking: useCallback(() => setAsking(null), []),
    locale,
    context,
    fields,
    linked,
    filters,
    total,
    exactTotal,
    /** How many there are, in words that tell an estimate as one; null until it is known. */
    totalWords: total === null ? null : `${exactTotal === null ? 'about ' : ''}${words(total)}`,
    scope,
    words,
    commands,
    canEdit,
    canStage,
    editing,
    setEditing,
    canDelete,
    copy,
    copyChosen,
    chosenRows,
    inSight,
    setInSight,
    narrowed: state.view !== null || state.filters.length > 0 || state.search !== '',
    clear: () =>
      change((current) => ({ ...current, page: 1, view: null, viewFilters: [], filters: [], search: '', issues: [] })),
    onNew: canCreate ? () => void navigate(fillPath(screen.form!.create, {})) : undefined,
    rowTitle: useCallback((row: Row) => rowTitle(screen, row), [screen]),
    rowHref: useCallback((row: Row) => rowHref(screen, row), [screen]),
    startExport: (
      format: ExportFormat,
      choice: Omit<ExportChoice, 'format'> = { rows: 'filtered', columns: 'shown', mark: markOf(locale) },
    ) => {
      void exporting.start(format, async () => {
        const { exportParameters, exportTooLarge } = await import('./export-choice.ts')
        const reason = exportTooLarge(format, choice.rows === 'chosen' ? selection.ids.length : total, locale)
        if (reason) {
          notify.warning('Too large for Excel', { description: reason })
          return null
        }
        const query = {
          ...exportParameters(state, filters, screen, selection.ids, choice),
          ...csvParameters(format, choice.mark),
        }
        return { path: `${records.endpoint}/export`, name: screen.name, query }
      })
    },
    runAction: (action: Action, target: ActionTarget) => setDialog({ kind: 'action', action, target }),
    /** Everything the filters let through, as an action takes it; the dialog says the filters in words. */
    whole: { filters, count: exactTotal, sentences: [] } satisfies ActionTarget,
  }
}

export type ListModel = ReturnType<typeof useListPage>
