import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input, Textarea } from '#src/ui/input.tsx'

interface SaveFormatDialogProps {
  readonly busy: boolean
  readonly onClose: () => void
  readonly onSave: (name: string, description: string | null) => void
}

/** Gives a format its name. */
export function SaveFormatDialog({ busy, onClose, onSave }: SaveFormatDialogProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Save as format"
      description="The next file of this kind is then read without matching its columns again."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="save-format" busy={busy} disabled={name.trim() === ''}>
            Save format
          </Button>
        </>
      }
    >
      <form
        id="save-format"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onSave(name.trim(), description.trim() || null)
        }}
      >
        <FieldFrame label="Name" required>
          {(wiring) => (
            <Input
              {...wiring}
              autoFocus
              maxLength={120}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FieldFrame>
        <FieldFrame label="Description">
          {(wiring) => (
            <Textarea
              {...wiring}
              maxLength={1000}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </FieldFrame>
      </form>
    </Dialog>
  )
}
