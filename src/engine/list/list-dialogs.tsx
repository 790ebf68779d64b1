import type { Action } from '#src/definition'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { ActionDialog } from './action-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { KeyboardMap } from './keyboard-map.tsx'
import { RecordGlance } from './record-glance.tsx'
import type { Scope } from './selection.ts'
import type { ListModel } from './use-list-page.ts'

/** What can lie over a list. */
export type ListDialog =
  | { readonly kind: 'glance'; readonly row: Row }
  | { readonly kind: 'delete'; readonly scope: Scope }
  | { readonly kind: 'action'; readonly action: Action; readonly scope: Scope }
  | { readonly kind: 'keys' }

/** The dialogs of a list, loaded when the first of them is wanted. */
export function ListDialogs({ model, dialog }: { readonly model: ListModel; readonly dialog: ListDialog }) {
  const { screen, records, filters, sentences, locale, selection, setDialog, context } = model
  const close = (): void => setDialog(null)
  if (dialog.kind === 'keys') return <KeyboardMap onClose={close} />
  if (dialog.kind === 'glance')
    return (
      <RecordGlance
        screen={screen}
        endpoint={records.endpoint}
        row={dialog.row}
        context={context}
        canEdit={model.canEdit}
        onClose={close}
        onDelete={
          model.canDelete
            ? () => setDialog({ kind: 'delete', scope: { kind: 'ids', ids: [Number(dialog.row.id)] } })
            : undefined
        }
      />
    )
  const shared = { screen, endpoint: records.endpoint, scope: dialog.scope, filters, locale, onClose: close }
  if (dialog.kind === 'action')
    return (
      <ActionDialog
        {...shared}
        action={dialog.action}
        onDone={() => {
          selection.clear()
          close()
        }}
      />
    )
  return (
    <DeleteDialog
      {...shared}
      sentences={sentences}
      onDeleted={(kept) => {
        selection.set(kept)
        if (kept.length === 0) close()
      }}
    />
  )
}
