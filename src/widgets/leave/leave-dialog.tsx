import type { Blocker } from 'react-router-dom'
import { ConfirmDialog } from '#src/ui/dialog.tsx'

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ blocker, changes, onLeave }: { blocker: Blocker; changes: number; onLeave: () => void }) {
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => {
        onLeave()
        blocker.proceed?.()
      }}
      onClose={() => blocker.reset?.()}
    >
      {changes === 1 ? 'One change is not saved yet.' : `${changes} changes are not saved yet.`}
    </ConfirmDialog>
  )
}
