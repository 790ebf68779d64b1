import { useEffect, useRef } from 'react'
import { Button } from '#src/ui/button.tsx'
import { ErrorIcon, OfflineIcon } from '#src/ui/icons.tsx'
import type { SaveFailure } from './use-save-record.ts'

interface SaveFailureProps {
  readonly failure: SaveFailure
  /** What one such record is called, in lower case. */
  readonly label: string
  readonly busy: boolean
  readonly onSend: () => void
  /** Undefined where the user may not create. */
  readonly onCreate: (() => void) | undefined
}

/** Why a save did not go through, what became of the work, and what can be done now. */
export function SaveFailureNotice({ failure, label, busy, onSend, onCreate }: SaveFailureProps) {
  const box = useRef<HTMLDivElement>(null)
  // The form may be scrolled far below it.
  useEffect(() => box.current?.focus(), [failure])
  const offline = failure.kind === 'unsent' || failure.kind === 'unanswered'
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className={
        offline
          ? 'mb-4 flex flex-wrap items-center gap-3 rounded-lg border border-warn bg-warn-soft px-4 py-3 text-warn'
          : 'mb-4 flex flex-wrap items-center gap-3 rounded-lg border border-bad bg-bad-soft px-4 py-3 text-bad'
      }
    >
      {offline ? <OfflineIcon className="shrink-0" /> : <ErrorIcon className="shrink-0" />}
      <p className="min-w-60 flex-1">
        {offline
          ? `The server cannot be reached, so ${failure.kind === 'unsent' ? 'nothing was saved' : 'it is not known whether this was saved'}. What you entered is kept in this tab, over a reload too.`
          : failure.kind === 'gone'
            ? `This ${label} has been deleted meanwhile, so there is nothing left to change. What you entered is still here.`
            : `${failure.message} Nothing was saved; what you entered is still here.`}
      </p>
      {offline ? (
        <Button onClick={onSend} busy={busy}>
          Send again
        </Button>
      ) : null}
      {failure.kind === 'gone' && onCreate ? <Button onClick={onCreate}>Create it anew</Button> : null}
    </div>
  )
}
