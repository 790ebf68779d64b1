import { useState, type FormEvent } from 'react'
import { api } from '#src/data/api.ts'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { declaredIn, type Draft } from './drafts.ts'
import type { SavedQuery } from './workbench-api.ts'

interface SaveDialogProps {
  readonly draft: Draft
  /** What its name begins with. */
  readonly name: string
  readonly onSaved: (saved: SavedQuery) => void
  readonly onClose: () => void
}

/** Keeps a statement under a new name. */
export function SaveDialog({ draft, name: first, onSaved, onClose }: SaveDialogProps) {
  const [name, setName] = useState(first)
  const [description, setDescription] = useState('')
  const [shared, setShared] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem('Give it a name.')
    setBusy(true)
    try {
      const json = {
        name: name.trim(),
        description: description.trim() || null,
        shared,
        statement: draft.statement,
        parameters: declaredIn(draft),
      }
      onSaved(await api.post<SavedQuery>('sql-work-bench', { json }))
    } catch (error) {
      const taken = error instanceof ApiError && error.code === 'DUPLICATE_KEY'
      setProblem(taken ? 'A query of this name exists already, perhaps of somebody else.' : errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="sm"
      title="Save the query"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="save-sql" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id="save-sql" onSubmit={(event) => void save(event)} className="flex flex-col gap-3" noValidate>
        <FieldFrame label="Name" required error={problem}>
          {(wiring) => (
            <Input {...wiring} maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </FieldFrame>
        <FieldFrame label="Description">
          {(wiring) => (
            <Input
              {...wiring}
              maxLength={300}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </FieldFrame>
        <label className="flex items-center gap-2">
          <Checkbox checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
          Share it with everybody who may write SQL
        </label>
      </form>
    </Dialog>
  )
}
