import type { Screen } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordChanges, type ListParameters } from '#src/data/records.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { notify } from '#src/ui/notify.ts'
import { counted } from '#src/widgets/counted.ts'
import { deleteEach } from './delete-each.ts'
import { typedFrom, type Scope } from './selection.ts'

interface DeleteDialogProps {
  readonly screen: Screen
  readonly endpoint: string
  readonly scope: Scope
  /** The filters as the server takes them, for deleting by filter. */
  readonly filters: ListParameters
  /** The filters as sentences, so that one reads what will go. */
  readonly sentences: readonly string[]
  readonly locale: string
  readonly onClose: () => void
  /** The records that are gone; those that could not be deleted stay chosen. */
  readonly onDeleted: (kept: readonly number[]) => void
}

/** Says how many records will be deleted and which; from a hundred on the number has to be typed. */
export function DeleteDialog({
  screen,
  endpoint,
  scope,
  filters,
  sentences,
  locale,
  onClose,
  onDeleted,
}: DeleteDialogProps) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const count = scope.kind === 'ids' ? scope.ids.length : scope.count
  const words = count === null ? screen.plural : counted(count, [screen.label, screen.plural], locale)
  const mustType = count === null || count > typedFrom
  const proof = count === null ? 'delete' : String(count)
  const proven = !mustType || typed.replaceAll(/[\s.,']/g, '') === proof

  const run = async (): Promise<void> => {
    setBusy(true)
    setProblems([])
    const { remove, removeWhere } = recordChanges(client, endpoint)
    try {
      if (scope.kind === 'filter') {
        const deleted = await removeWhere(filters, Object.keys(filters).length === 0)
        notify.success(screen.messages.deleted, {
          description: counted(deleted, [screen.label, screen.plural], locale),
        })
        onDeleted([])
        return
      }
      const outcome =
        scope.ids.length === 1
          ? await remove(scope.ids[0]!).then(() => ({ failed: [] }))
          : await deleteEach(client, endpoint, scope.ids)
      if (outcome.failed.length === 0) notify.success(screen.messages.deleted)
      onDeleted(outcome.failed.map(({ id }) => id))
      if (outcome.failed.length > 0)
        setProblems(outcome.failed.map(({ id, reason }) => `${screen.label} ${id}: ${reason}`))
    } catch (error) {
      setProblems([errorMessage(error)])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Delete ${words}`}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {problems.length > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button variant="danger" busy={busy} disabled={!proven} onClick={() => void run()}>
            Delete {words}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-2">
        {scope.kind === 'filter' && (
          <p>
            {sentences.length > 0 ? (
              <>
                Everything that matches: <strong className="font-medium text-ink-1">{sentences.join(', ')}</strong>.
              </>
            ) : (
              <strong className="font-medium text-ink-1">
                No filter is set: every record of this list will be deleted.
              </strong>
            )}
          </p>
        )}
        <p>This cannot be taken back here. The history keeps what was deleted, by whom and when.</p>
        {mustType && (
          <FieldFrame label={`Type ${proof} to confirm`}>
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                inputMode={count === null ? 'text' : 'numeric'}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </FieldFrame>
        )}
        {problems.length > 0 && (
          <div role="alert" className="max-h-40 overflow-auto rounded bg-bad-soft p-3 text-bad">
            <p className="font-medium">
              {problems.length === 1 && scope.kind === 'ids' && scope.ids.length === 1
                ? 'This was not deleted.'
                : 'These were not deleted, the others are gone.'}
            </p>
            <ul className="mt-1 list-disc ps-4">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}
