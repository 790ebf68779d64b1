import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { viewRolesQuery, type ViewRole } from '#src/data/list-views.ts'
import { allViews, savedView } from '#src/definition/opened-view.ts'
import { isSameView } from '#src/definition/view-key.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import type { ListModel } from './use-list-page.ts'
import { openTab } from './use-view-commands.ts'

interface ViewRolesDialogProps {
  readonly model: Pick<ListModel, 'screen' | 'state' | 'views'>
  readonly onClose: () => void
}

/** Chooses the roles for which the list opens with the view that is open, and takes it back for them. */
export function ViewRolesDialog({ model, onClose }: ViewRolesDialogProps) {
  const { screen, state, views } = model
  const tab = openTab(model)
  const nameOf = (key: string): string =>
    key === allViews ? 'all records' : (savedView(views.views, key)?.name ?? key)
  const roles = useQuery(viewRolesQuery(screen.name))
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const { data } = roles
  const opens = ({ opens_with }: ViewRole): boolean => isSameView(opens_with, tab)
  const changed = (data?.records ?? []).filter((role) => (choices.get(role.id) ?? opens(role)) !== opens(role))
  const save = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      for (const role of changed) await views.setDefault(opens(role) ? null : tab, 'role', role.id)
      notify.success(`The list opens as chosen for ${changed.map(({ name }) => name).join(', ')} from now on`)
      onClose()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  const { saved } = state
  const sees = ({ id }: ViewRole): boolean => !saved || saved.audience === 'everyone' || saved.role_id === id
  const remark = (role: ViewRole): string | null =>
    !sees(role) && !opens(role)
      ? 'This view is not shared with the role.'
      : role.opens_with !== null && !opens(role)
        ? `Opens with ${nameOf(role.opens_with)} now.`
        : null
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Open the list with ${nameOf(tab)}`}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} disabled={changed.length === 0} onClick={() => void save()}>
            Save changes
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        Whoever holds a chosen role finds {screen.plural.toLowerCase()} opened with it, unless they have chosen another
        view for themselves.
      </p>
      {data ? (
        <ul aria-label="Roles" className="mt-3 flex max-h-[50vh] flex-col gap-2 overflow-y-auto p-0.5">
          {data.records.map((role) => {
            const text = remark(role)
            return (
              <li key={role.id}>
                <Checkbox
                  label={
                    <>
                      {role.name} {text ? <span className="text-ink-3">{text}</span> : null}
                    </>
                  }
                  checked={choices.get(role.id) ?? opens(role)}
                  // What was chosen can always be taken back.
                  disabled={busy || (!sees(role) && !opens(role))}
                  onChange={({ currentTarget: { checked } }) =>
                    setChoices((before) => new Map([...before, [role.id, checked]]))
                  }
                />
              </li>
            )
          })}
        </ul>
      ) : roles.error ? null : (
        <SkeletonLines lines={4} className="mt-3" />
      )}
      {(problem ?? roles.error) ? (
        <p role="alert" className="mt-3 text-bad">
          {errorMessage(problem ?? roles.error)}
        </p>
      ) : null}
    </Dialog>
  )
}
