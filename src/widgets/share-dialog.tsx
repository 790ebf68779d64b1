import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { type Audience, type SavedView, type ShareDraft, viewRolesQuery } from '#src/data/list-views.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'

export interface ShareDialogProps {
  /** Name of the screen, whose roles it can be shared with. */
  readonly screen: string
  readonly title: string
  readonly saveLabel: string
  /** Who can see it, and what that means, in words. */
  readonly audienceLabel: string
  readonly audiences: readonly (readonly [Audience, string, string])[]
  /** Said at the name when there is none. */
  readonly unnamed: string
  /** What is renamed or shared anew; a new one without it. */
  readonly existing: SavedView | undefined
  /** Above the name. */
  readonly intro?: ReactNode
  /** Below those who see it. */
  readonly children?: ReactNode
  readonly onSave: (draft: ShareDraft) => Promise<void>
  readonly onClose: () => void
}

/** Names what a user keeps of a screen and says who sees it. Stays open, with the reason, when it could not be saved. */
export function ShareDialog({ existing, onSave, onClose, ...props }: ShareDialogProps) {
  const [name, setName] = useState(existing?.name ?? '')
  const [audience, setAudience] = useState<Audience>(existing?.audience ?? 'own')
  const [role, setRole] = useState<number | null>(existing?.role_id ?? null)
  const [busy, setBusy] = useState(false)
  const [isUnnamed, setUnnamed] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const roles = useQuery(viewRolesQuery(props.screen))
  const offered = roles.data?.records ?? []
  const roleId = role ?? offered[0]?.id ?? null
  const refused = problem instanceof ApiError ? problem.issues.find((issue) => issue.path[0] === 'name') : undefined
  const wrongName = isUnnamed ? props.unnamed : refused?.message
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    setUnnamed(name.trim() === '')
    if (name.trim() === '') return
    setBusy(true)
    setProblem(null)
    try {
      await onSave({ name: name.trim(), audience, role_id: audience === 'role' ? roleId : null })
      onClose()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={props.title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void submit()}>
            {existing ? 'Save changes' : props.saveLabel}
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {props.intro}
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
        <FieldFrame label={props.audienceLabel} group>
          {(wiring) => (
            <div role="radiogroup" aria-labelledby={`${wiring.id}-label`} className="flex flex-col gap-1.5">
              {props.audiences.map(([value, label, what]) => (
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
        {props.children}
        {problem !== null && !wrongName && (
          <p role="alert" className="text-bad">
            {errorMessage(problem)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
