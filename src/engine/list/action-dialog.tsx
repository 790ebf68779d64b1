import type { Action, Screen } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { recordChanges, type ListParameters } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { counted, type Scope } from './selection.ts'

const loadForm = () => import('#src/widgets/parameter-form.tsx')

interface ActionDialogProps {
  readonly screen: Screen
  readonly endpoint: string
  readonly action: Action
  readonly scope: Scope
  readonly filters: ListParameters
  readonly locale: string
  readonly onClose: () => void
  readonly onDone: () => void
}

const messageIn = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : undefined

/** Asks what an action needs to know, runs it on chosen records or on the filter, and says how it went. */
export function ActionDialog({ screen, endpoint, action, scope, filters, locale, onClose, onDone }: ActionDialogProps) {
  const id = useId()
  const client = useQueryClient()
  const form = useModule(action.parameters.length > 0, loadForm)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const count = scope.kind === 'ids' ? scope.ids.length : scope.count
  const run = async (parameters: Readonly<Record<string, unknown>>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const target = scope.kind === 'ids' ? { ids: scope.ids } : { filters }
      const answer = await recordChanges(client, endpoint).action(action.name, { ...target, parameters })
      notify.success(action.message ?? messageIn(answer) ?? `${action.label}: done`)
      onDone()
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const needsForm = action.parameters.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      size={needsForm ? 'md' : 'sm'}
      title={action.label}
      description={count === null ? undefined : counted(count, [screen.label, screen.plural], locale)}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant={action.danger ? 'danger' : 'primary'}
            busy={busy}
            {...(needsForm ? { type: 'submit' as const, form: id } : { onClick: () => void run({}) })}
          >
            {action.label}
          </Button>
        </>
      }
    >
      {action.confirm && <p className="mb-3 text-ink-2">{action.confirm}</p>}
      {needsForm &&
        (form ? (
          <form.ParameterForm
            id={id}
            label={action.label}
            fields={action.parameters}
            initial={{}}
            locale={locale}
            onSubmit={run}
          />
        ) : (
          <SkeletonLines lines={3} />
        ))}
      {problem && (
        <p role="alert" className="mt-3 rounded bg-bad-soft p-3 text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
