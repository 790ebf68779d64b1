import { useState, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { LockIcon } from '#src/ui/icons.tsx'
import type { LockHolder } from './use-record-lock.ts'
import { notifyFailure } from '#src/widgets/notify-failure.ts'

interface LockNoticeProps {
  readonly holder: LockHolder
  /** Taken while it was edited here, so that there is work to be told about. */
  readonly lost: boolean
  /** What one such record is called, in lower case. */
  readonly label: string
  readonly locale: string
  readonly onTakeOver: () => Promise<void>
  readonly children?: ReactNode
}

/** "at 10:42", with the day where it was another one. */
function sinceText(since: string, locale: string): string {
  const at = new Date(since)
  const today = at.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(today ? {} : { day: 'numeric', month: 'short' }),
  }).format(at)
}

/** Who edits the record, since when, and what can be done about it. */
export function LockNotice({ holder, lost, label, locale, onTakeOver, children }: LockNoticeProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { name, since, mayTake } = holder
  const take = async () => {
    setBusy(true)
    try {
      await onTakeOver()
      setAsking(false)
    } catch (error) {
      notifyFailure(`The ${label} could not be taken over`, error)
    } finally {
      setBusy(false)
    }
  }
  const time = since === null ? '' : sinceText(since, locale)
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-lg border border-warn bg-warn-soft px-4 py-3 text-warn print:hidden"
    >
      <LockIcon className="shrink-0" />
      <p className="min-w-60 flex-1">
        {lost ? (
          <>
            <strong className="font-semibold">{name}</strong> took over editing this {label}
            {time ? ` at ${time}` : ''}. What you entered is still here; when you save, it is added to theirs.
          </>
        ) : (
          <>
            <strong className="font-semibold">{name}</strong> has been editing this {label}
            {time ? ` since ${time}` : ''}. You can read it meanwhile; it opens for you as soon as it is free.
            {mayTake ? '' : ' An administrator can take it over.'}
          </>
        )}
      </p>
      {children}
      {mayTake ? <Button onClick={() => setAsking(true)}>{lost ? 'Take it back' : 'Take over'}</Button> : null}
      <ConfirmDialog
        open={asking}
        title={`Take over from ${name}?`}
        confirmLabel="Take over"
        busy={busy}
        onConfirm={() => void take()}
        onClose={() => setAsking(false)}
      >
        {name} is told. What is not saved there stays in that window; what both of you save is merged, and only where
        you changed the same is anybody asked.
      </ConfirmDialog>
    </div>
  )
}
