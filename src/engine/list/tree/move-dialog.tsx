import type { Field } from '#src/definition'
import { useId, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { ReferenceInput } from '#src/widgets/input-reference.tsx'

interface MoveDialogProps {
  readonly title: string
  readonly field: Field
  readonly from: string | null
  readonly locale: string
  /** Whether it may lie at the top. */
  readonly top: boolean
  readonly onMove: (to: string | null) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks below which record one is moved; stays open where it could not be moved. */
export function MoveDialog({ title, field, from, locale, top, onMove, onClose }: MoveDialogProps) {
  const id = useId()
  const [to, setTo] = useState<string | null>(from)
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    const moved = await onMove(to)
    setBusy(false)
    if (moved) onClose()
  }
  const missing = to === null && !top
  return (
    <Dialog
      open
      size="sm"
      title={`Move ${title}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} disabled={missing || to === from} onClick={() => void go()}>
            Move
          </Button>
        </>
      }
    >
      <FieldFrame id={id} label={field.label} required={!top} {...(top ? { help: 'Empty: at the top' } : {})}>
        {(wiring) => (
          <ReferenceInput
            id={wiring.id}
            describedBy={wiring['aria-describedby']}
            field={field}
            value={to}
            onChange={(value) => setTo(typeof value === 'string' ? value : null)}
            locale={locale}
            record={{}}
            required={!top}
          />
        )}
      </FieldFrame>
    </Dialog>
  )
}
