import { useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import type { SavedView } from '#src/data/list-views.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { ShareDialog, type ShareDialogProps } from '#src/widgets/share-dialog.tsx'
import type { ListModel } from './use-list-page.ts'

const audiences: ShareDialogProps['audiences'] = [
  ['own', 'Only me', 'Nobody else sees it.'],
  ['role', 'A role', 'Everybody who holds the role sees it.'],
  ['everyone', 'Everyone', 'Everybody who may see this list.'],
]

/** Names a view and says who sees it: a new one of what the list shows, or an existing one. */
export function ViewDialog({
  model,
  view,
  onClose,
}: {
  readonly model: ListModel
  readonly view: SavedView | undefined
  readonly onClose: () => void
}) {
  const [opens, setOpens] = useState(false)
  return (
    <ShareDialog
      screen={model.screen.name}
      title={view ? 'Rename or share the view' : 'Save view'}
      saveLabel="Save view"
      audienceLabel="Who sees it"
      audiences={audiences}
      unnamed="Give the view a name."
      existing={view}
      intro={
        !view && (
          <p className="text-ink-2">
            A view keeps filters, search, sort, groups, columns with their order and widths, and the row height.
          </p>
        )
      }
      onSave={(draft) => (view ? model.changeView(view, draft) : model.createView(draft, opens))}
      onClose={onClose}
    >
      {!view && (
        <Checkbox
          label="Open the list with this view"
          checked={opens}
          onChange={(event) => setOpens(event.currentTarget.checked)}
        />
      )}
    </ShareDialog>
  )
}

/** Asks before a view goes, and says who else loses it. */
export function DeleteViewDialog({
  model,
  view,
  onClose,
}: {
  readonly model: ListModel
  readonly view: SavedView
  readonly onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await model.deleteView(view)
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const others =
    view.audience === 'everyone'
      ? 'Everyone loses it. '
      : view.audience === 'role'
        ? `Everybody with the role ${view.role_name ?? ''} loses it. `
        : ''
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={`Delete the view ${view.name}`}
      confirmLabel="Delete view"
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{others}No record is deleted.</p>
      {error !== null && (
        <p role="alert" className="mt-2 text-bad">
          {errorMessage(error)}
        </p>
      )}
    </ConfirmDialog>
  )
}
