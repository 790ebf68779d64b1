import type { Field, Screen } from '#src/definition'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import type { Audience, SavedView } from '#src/data/list-views.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { relativeWords } from '#src/widgets/filter-words.ts'
import { movingCriteria } from './relative-days.ts'
import type { Criteria } from './result-criteria.ts'
import { todayIs, type CriteriaDraft } from './use-saved-criteria.ts'

interface SaveCriteriaDialogProps {
  readonly screen: Screen
  /** What is saved; an existing one keeps its own. */
  readonly criteria: Criteria
  readonly existing?: SavedView
  readonly onSave: (draft: CriteriaDraft, criteria: Criteria) => Promise<void>
  readonly onClose: () => void
}

const audiences: readonly (readonly [Audience, string, string])[] = [
  ['own', 'Only me', 'Nobody else sees them.'],
  ['role', 'A role', 'Everybody who holds the role sees them.'],
  ['everyone', 'Everyone', 'Everybody who may see this result.'],
]

interface Role {
  readonly id: number
  readonly name: string
}

/** "Billed from: start of the month": the days that are kept relative, in words. */
const dayWords = (criteria: Criteria, fields: readonly Field[]): string =>
  fields
    .flatMap(({ name, label }) => {
      const value = criteria[name]
      return typeof value === 'string' && value.startsWith('@') ? [`${label}: ${relativeWords(value)}`] : []
    })
    .join(', ')

/** Names criteria and says who sees them; days can be kept relative to the day they are used. */
export function SaveCriteriaDialog({ screen, criteria, existing, onSave, onClose }: SaveCriteriaDialogProps) {
  const { parameters } = screen.result!
  const [name, setName] = useState(existing?.name ?? '')
  const [audience, setAudience] = useState<Audience>(existing?.audience ?? 'own')
  const [role, setRole] = useState<number | null>(existing?.role_id ?? null)
  const [moves, setMoves] = useState(false)
  const [busy, setBusy] = useState(false)
  const [unnamed, setUnnamed] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const roles = useQuery({
    queryKey: ['list-view-roles', screen.name],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly Role[] }>(`list-views/${encodeURIComponent(screen.name)}/roles`, { signal }),
    meta: { quiet: true },
  })
  const offered = roles.data?.records ?? []
  const roleId = role ?? offered[0]?.id ?? null
  const moving = movingCriteria(criteria, parameters, todayIs())
  const days = existing ? '' : dayWords(moving, parameters)
  const refused = problem instanceof ApiError ? problem.issues.find((issue) => issue.path[0] === 'name') : undefined
  const wrongName = unnamed ? 'Give the criteria a name.' : refused?.message
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    setUnnamed(name.trim() === '')
    if (name.trim() === '') return
    setBusy(true)
    setProblem(null)
    try {
      const draft = { name: name.trim(), audience, role_id: audience === 'role' ? roleId : null }
      await onSave(draft, moves ? moving : criteria)
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
      title={existing ? 'Rename or share the criteria' : 'Save criteria'}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void submit()}>
            {existing ? 'Save changes' : 'Save criteria'}
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
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
        <FieldFrame label="Who sees them" group>
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
        {days !== '' && (
          <div>
            <Checkbox
              label="Let the days move with the calendar"
              checked={moves}
              onChange={(event) => setMoves(event.currentTarget.checked)}
            />
            <p className="mt-1 ms-6 text-sm text-ink-3">{days}</p>
          </div>
        )}
        {problem !== null && !wrongName && (
          <p role="alert" className="text-bad">
            {errorMessage(problem)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
