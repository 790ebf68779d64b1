import { useState, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { Edited } from './cell-editor.tsx'

interface WholeEditorProps {
  readonly title: string
  readonly edited: Edited
  readonly children: ReactNode
}

/** Edits what is too large for a cell, such as rows or a file, in a dialog; it stays staged like any other cell. */
export function WholeEditor({ title, edited, children }: WholeEditorProps) {
  const [waiting, setWaiting] = useState(false)
  const keep = async (): Promise<void> => {
    setWaiting(true)
    // A file that is still on its way belongs to the value.
    const done = await edited.drafts.released()
    setWaiting(false)
    if (done) edited.keep('stay')
  }
  return (
    <Dialog
      open
      size="lg"
      title={title}
      onClose={() => edited.leave()}
      footer={
        <>
          <Button onClick={() => edited.leave()}>Cancel</Button>
          <Button variant="primary" busy={waiting} onClick={() => void keep()}>
            Keep
          </Button>
        </>
      }
    >
      <div
        role="presentation"
        className="cell-editor"
        onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
        onPaste={(event) => event.stopPropagation()}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
      >
        {children}
      </div>
    </Dialog>
  )
}
