import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api } from '#src/data/api.ts'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import type { Audience, SavedView } from '#src/data/list-views.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ConfirmDialog, Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import type { ListModel } from './use-list-page.ts'
import type { ViewDraft } from './use-list-views.ts'

const audiences: readonly (readonly [Audience, string, string])[] = [
  ['own', 'Only me', 'Nobody else sees it.'],
  ['role', 'A role', 'Everybody who holds the role sees it.'],
  ['everyone', 'Everyone', 'Everybody who may see this list.'],
]

interface Role {
  readonly id: number
  readonly name: string
}

const rolesQuery = (screen: string) => ({
  queryKey: ['list-view-roles', screen] as const,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.get<{ readonly records: readonly Role[] }>(`list-views/${encodeURIComponent(screen)}/roles`, { signal }),
  meta: { quiet: true },
})

/** Says what went wrong at the name when the name is what is wrong. */
const nameIssue = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.issues.find((issue) => issue.path[0] === 'name')?.message : undefined

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
  const [name, setName] = useState(view?.name ?? '')
  const [audience, setAudience] = useState<Audience>(view?.audience ?? 'own')
  const [role, setRole] = useState<number | null>(view?.role_id ?? null)
  const [opens, setOpens] = useState(false)
  const [busy, setBusy] = useState(false)
  const [unnamed, setUnnamed] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const roles = useQuery(rolesQuery(model.screen.name))
  const offered = roles.data?.records ?? []
  const roleId = role ?? offered[0]?.id ?? null
  const wrongName = unnamed ? 'Give the view a name.' : nameIssue(error)
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (name.trim() === '') return setUnnamed(true)
    setUnnamed(false)
    const draft: ViewDraft = { name: name.trim(), audience, role_id: audience === 'role' ? roleId : null }
    setBusy(true)
    setError(null)
    try {
      if (view) await model.changeView(view, draft)
      else await model.createView(draft, opens)
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={view ? 'Rename or share the view' : 'Save view'}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void submit()}>
            {view ? 'Save changes' : 'Save view'}
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {!view && (
          <p className="text-ink-2">
            A view keeps filters, search, sort, groups, columns with their order and widths, and the row height.
          </p>
        )}
        <FieldFrame label="Name" required error={wrongName}>
          {(wiring) => (
            <Input
              {...wiring}
              autoFocus
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FieldFrame>
        <FieldFrame label="Who sees it" group>
          {(wiring) => (
            <div role="radiogroup" aria-labelledby={`${wiring.id}-label`} className="flex flex-col gap-1.5">
              {audiences.map(([value, label, what]) => (
                <label key={value} className="flex cursor-pointer items-start gap-2">
                  <input
                    type="radio"
                    name={wiring.id}
                    className="mt-1 accent-(--accent)"
                    checked={audience === value}
                    disabled={value === 'role' && roles.isSuccess && offered.length === 0}
                    onChange={() => setAudience(value)}
                  />
                  <span>
                    {label} <span className="text-ink-3">{what}</span>
                  </span>
                </label>
              ))}
              {audience === 'role' && (
                <Select
                  aria-label="Role"
                  value={String(roleId ?? '')}
                  onChange={(event) => setRole(Number(event.target.value))}
                  options={offered.map((one) => ({ value: String(one.id), label: one.name }))}
                />
              )}
            </div>
          )}
        </FieldFrame>
        {!view && (
          <Checkbox
            label="Open the list with this view"
            checked={opens}
            onChange={(event) => setOpens(event.currentTarget.checked)}
          />
        )}
        {error !== null && !wrongName && (
          <p role="alert" className="text-bad">
            {errorMessage(error)}
          </p>
        )}
      </form>
    </Dialog>
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
