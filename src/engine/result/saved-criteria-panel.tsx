import type { Screen } from '#src/definition'
import { useState } from 'react'
import type { SavedView } from '#src/data/list-views.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { PartProblem } from './part-problem.tsx'
import { SaveCriteriaDialog } from './save-criteria-dialog.tsx'
import { savedAddress, type SavedCriteria } from './use-saved-criteria.ts'
import { notifyFailure } from '#src/widgets/notify-failure.ts'

interface SavedCriteriaPanelProps {
  readonly screen: Screen
  readonly model: SavedCriteria
  readonly onUse: (view: SavedView) => void
}

const sharedWith = ({ audience, role_name, mine, owner_name }: SavedView): string => {
  const whose = mine ? '' : ` by ${owner_name ?? 'somebody who has left'}`
  if (audience === 'role') return `For ${role_name ?? 'a role'}${whose}`
  return audience === 'everyone' ? `For everyone${whose}` : 'Only for me'
}

const losers = ({ audience, role_name }: SavedView): string =>
  audience === 'everyone'
    ? 'Everyone loses them.'
    : audience === 'role'
      ? `Everybody with the role ${role_name ?? ''} loses them.`
      : 'Only you can see them.'

/** Criteria that were saved: used with a click, run with another, renamed, shared and deleted by whoever may. */
export function SavedCriteriaPanel({ screen, model, onUse }: SavedCriteriaPanelProps) {
  const [dialog, setDialog] = useState<{ readonly kind: 'edit' | 'delete'; readonly view: SavedView } | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setDialog(null)
  const remove = async (view: SavedView): Promise<void> => {
    setBusy(true)
    try {
      await model.remove(view)
      close()
    } catch (error) {
      notifyFailure('The criteria were not deleted', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="saved-criteria" className="rounded-lg border border-line bg-panel">
      <h2 id="saved-criteria" className="border-b border-line px-4 py-2.5 font-semibold">
        Saved criteria
      </h2>
      {model.problem ? (
        <PartProblem title="They could not be read" error={model.problem} onAgain={model.again} />
      ) : model.saved.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-2">
          None yet. Save the criteria you use often, for yourself, a role or everyone.
        </p>
      ) : (
        <ul className="py-1">
          {model.saved.map((view) => (
            <li key={view.id} className="flex items-center gap-1 ps-4 pe-2 hover:bg-hover">
              <button type="button" className="min-w-0 flex-1 rounded py-1.5 text-start" onClick={() => onUse(view)}>
                <span className="block truncate font-medium">{view.name}</span>
                <span className="block truncate text-sm text-ink-3">
                  {sharedWith(view)}
                  {view.gone.length > 0 && `; without ${view.gone.join(', ')}, which is gone`}
                  {view.denied > 0 && `; without what you may not see`}
                </span>
              </button>
              <Link
                to={`${screen.result!.path}?${savedAddress(view, screen).toString()}`}
                className="rounded px-2 py-1 text-sm font-medium text-accent-ink hover:underline"
                aria-label={`Show the result for ${view.name}`}
              >
                Show
              </Link>
              {view.may_change && (
                <Menu
                  align="end"
                  label={`More for ${view.name}`}
                  items={[
                    { label: 'Rename or share', onSelect: () => setDialog({ kind: 'edit', view }) },
                    { label: 'Delete', danger: true, onSelect: () => setDialog({ kind: 'delete', view }) },
                  ]}
                  trigger={(props) => <IconButton {...props} icon={MoreIcon} label={`More for ${view.name}`} />}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog?.kind === 'edit' && (
        <SaveCriteriaDialog
          screen={screen}
          criteria={{}}
          existing={dialog.view}
          onSave={(draft) => model.update(dialog.view, draft)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          open
          danger
          busy={busy}
          title={`Delete the criteria ${dialog.view.name}`}
          confirmLabel="Delete criteria"
          onConfirm={() => void remove(dialog.view)}
          onClose={close}
        >
          <p>{losers(dialog.view)} No record is deleted.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
