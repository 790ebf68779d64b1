import { fillPath } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, UndoIcon } from '#src/ui/icons.tsx'
import { notify } from '#src/ui/notify.ts'
import { Progress } from '#src/ui/progress.tsx'
import { OutcomeReport } from '#src/widgets/outcome/outcome-report.tsx'
import type { RecordOutcome } from '#src/widgets/outcome/outcome.ts'
import type { ListModel } from '../use-list-page.ts'
import { runUndo, undoSize, type Undo } from './undo.ts'

interface UndoBarProps {
  readonly model: Pick<ListModel, 'screen' | 'records' | 'locale' | 'words'>
  readonly undo: Undo
  readonly onClose: () => void
}

/** Offers to take the last change of many records back, until the next one or until it is closed. */
export function UndoBar({ model, undo, onClose }: UndoBarProps) {
  const { screen, records, locale, words } = model
  const client = useQueryClient()
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<RecordOutcome | null>(null)
  const run = async (): Promise<void> => {
    setDone(0)
    setProblem(null)
    try {
      const result = await runUndo(client, records.endpoint, undo, setDone)
      if (result.done > 0) notify.success('Undone', { description: words(result.done) })
      if (result.failed.length > 0) setOutcome(result)
      else onClose()
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setDone(null)
    }
  }
  if (outcome)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Not everything was undone"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <OutcomeReport
          outcome={outcome}
          verb="undone"
          locale={locale}
          fileName={`${screen.plural} not undone`}
          titles={{ failed: 'Not undone', skipped: '' }}
          hrefOf={(id) => (screen.form ? fillPath(screen.form.view, { id }) : undefined)}
        />
      </Dialog>
    )
  return (
    <section
      aria-label="Last change"
      className="flex min-h-9 flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3 py-1 text-ink-1"
    >
      <span role="status">{undo.words}</span>
      {done === null ? (
        <Button size="sm" icon={UndoIcon} onClick={() => void run()}>
          Undo
        </Button>
      ) : (
        <Progress label="Undoing" value={done} max={undoSize(undo)} className="w-40" />
      )}
      {problem && (
        <span role="alert" className="text-bad">
          {problem}
        </span>
      )}
      <IconButton size="sm" className="ms-auto" icon={CloseIcon} label="Keep the change" onClick={onClose} />
    </section>
  )
}
