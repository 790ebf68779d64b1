import { useEffect } from 'react'
import { useModule } from '#src/ui/use-module.ts'
import { ActionDialog } from '#src/widgets/actions/action-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { filterSentences } from './filter-sentences.ts'
import { ExportDialog } from './export-dialog.tsx'
import { DeleteViewDialog, ViewDialog } from './view-dialogs.tsx'
import { ViewRolesDialog } from './view-roles-dialog.tsx'
import { KeyboardMap } from '#src/widgets/keyboard-map.tsx'
import { undoSize, type Undo } from './editing/undo.ts'
import { isAboutAll, withCount, type ListDialog } from './list-dialog.ts'
import { RecordGlance } from './record-glance.tsx'
import type { ListModel } from './use-list-page.ts'

const loadBulkEdit = () => import('./editing/bulk-edit-dialog.tsx')

/** The dialogs of a list, loaded when the first of them is wanted. */
export function ListDialogs({ model, dialog: opened }: { readonly model: ListModel; readonly dialog: ListDialog }) {
  const dialog = withCount(opened, model.exactTotal)
  const { countExactly } = model.records
  const isCounted = isAboutAll(opened)
  useEffect(() => {
    if (isCounted) countExactly()
  }, [isCounted, countExactly])
  const { screen, records, filters, locale, selection, setDialog, context } = model
  const sentences = filterSentences(model)
  const close = (): void => setDialog(null)
  const kept = (ids: readonly number[], undo: Undo | null): void => {
    selection.set(ids)
    model.offerUndo(undo && undoSize(undo) > 0 ? undo : null)
  }
  const bulkEdit = useModule(dialog.kind === 'edit', loadBulkEdit)
  if (dialog.kind === 'keys') return <KeyboardMap open onClose={close} />
  if (dialog.kind === 'export') return <ExportDialog model={model} onClose={close} />
  if (dialog.kind === 'save-view') return <ViewDialog model={model} view={undefined} onClose={close} />
  if (dialog.kind === 'edit-view') return <ViewDialog model={model} view={dialog.view} onClose={close} />
  if (dialog.kind === 'delete-view') return <DeleteViewDialog model={model} view={dialog.view} onClose={close} />
  if (dialog.kind === 'view-roles') return <ViewRolesDialog model={model} onClose={close} />
  if (dialog.kind === 'glance')
    return (
      <RecordGlance
        screen={screen}
        endpoint={records.endpoint}
        row={dialog.row}
        context={context}
        canEdit={model.canEdit}
        onAction={(action) =>
          model.runAction(action, { ids: [Number(dialog.row.id)], name: model.rowTitle(dialog.row) })
        }
        onClose={close}
        onStep={(by) => {
          const rows = model.inSight.filter((row) => row !== undefined)
          const next = rows[rows.findIndex(({ id }) => id === dialog.row.id) + by]
          return next && rows.some(({ id }) => id === dialog.row.id)
            ? () => setDialog({ kind: 'glance', row: next })
            : undefined
        }}
        onDelete={
          model.canDelete
            ? () => setDialog({ kind: 'delete', scope: { kind: 'ids', ids: [Number(dialog.row.id)] } })
            : undefined
        }
      />
    )
  if (dialog.kind === 'action')
    return (
      <ActionDialog
        screen={screen}
        action={dialog.action}
        target={'sentences' in dialog.target ? { ...dialog.target, sentences } : dialog.target}
        locale={locale}
        onClose={close}
        onDone={(kept) => selection.set(kept)}
      />
    )
  if (dialog.kind === 'edit')
    return bulkEdit ? (
      <bulkEdit.BulkEditDialog
        screen={screen}
        endpoint={records.endpoint}
        scope={dialog.scope}
        filters={filters}
        sentences={sentences}
        context={context}
        onClose={close}
        onDone={kept}
      />
    ) : null
  return (
    <DeleteDialog
      screen={screen}
      endpoint={records.endpoint}
      scope={dialog.scope}
      filters={filters}
      locale={locale}
      onClose={close}
      sentences={sentences}
      isUncounted={records.uncounted !== null}
      onDeleted={kept}
    />
  )
}
