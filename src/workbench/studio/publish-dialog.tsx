import { useState } from 'react'
import type { ScreenDefinition } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { differences } from './differences.ts'
import type { Designing } from './use-design.ts'

interface PublishDialogProps {
  readonly definition: ScreenDefinition
  readonly inUse: ScreenDefinition | null
  /** What happens to the table, in words. */
  readonly plan: readonly string[]
  readonly design: Designing
  readonly onClose: () => void
}

const most = 12

/** Tells what putting a screen to use does, before it is done. */
export function PublishDialog({ definition, inUse, plan, design, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('')
  const changes = inUse ? differences(inUse, definition) : []
  const removed = inUse ? Object.keys(inUse.fields).filter((name) => !(name in definition.fields)) : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        inUse
          ? `Put the new ${definition.label[1].toLowerCase()} to use`
          : `Put ${definition.label[1].toLowerCase()} to use`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={design.step.isPending}
            onClick={() => design.step.mutate({ to: 'publish', note: note.trim() || null }, { onSuccess: onClose })}
          >
            Put to use
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          {inUse
            ? 'Everybody who may see the screen works with the new one from then on. No record is lost.'
            : definition.result
              ? 'It joins the menu of everybody who may see it, with criteria, figures, chart, export and its own calls.'
              : 'It joins the menu of everybody who may see it, with list, form, upload, history and its own calls.'}
        </p>
        {changes.length > 0 ? (
          <div>
            <h3 className="mb-1 font-semibold">What changes</h3>
            <ul className="list-disc pl-5 text-ink-2">
              {changes.slice(0, most).map((change) => (
                <li key={change}>{change}</li>
              ))}
              {changes.length > most ? <li>and {changes.length - most} more</li> : null}
            </ul>
          </div>
        ) : null}
        {removed.length > 0 ? (
          <p className="rounded border border-line bg-warn-soft p-2.5 text-warn">
            {removed.join(', ')}: no longer shown. What records hold there is kept, and is back when the field is.
          </p>
        ) : null}
        {plan.length > 0 ? (
          <div>
            <h3 className="mb-1 font-semibold">What happens to the table</h3>
            <ul className="list-disc pl-5 text-ink-2">
              {plan.slice(0, most).map((step) => (
                <li key={step}>{step.replace(/^[^:]+: /, '')}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <FieldFrame label="Note for the versions">
          {(wiring) => (
            <Input {...wiring} value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          )}
        </FieldFrame>
      </div>
    </Dialog>
  )
}
