import { fillPath, type Field, type Screen } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import type { ListParameters } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { Progress } from '#src/ui/progress.tsx'
import type { CellContext } from '#src/widgets/cells.ts'
import { counted } from '#src/widgets/counted.ts'
import { OutcomeReport } from '#src/widgets/outcome/outcome-report.tsx'
import { createPendingDrafts, PendingDraftsContext } from '#src/widgets/pending-drafts.ts'
import type { Scope } from '../selection.ts'
import { bulkCalls, bulkOutcome, type BulkUpdated } from './bulk-calls.ts'
import { BulkFields, type FieldChange } from './bulk-fields.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { editorOf } from './editor-kind.ts'

interface BulkEditDialogProps {
  readonly screen: Screen
  readonly endpoint: string
  readonly scope: Scope
  readonly filters: ListParameters
  readonly sentences: readonly string[]
  readonly context: CellContext
  readonly onClose: () => void
  /** The records that were not changed, which stay chosen. */
  readonly onDone: (kept: readonly number[]) => void
}

/** Fields that many records can be given one value of. */
export const bulkFields = ({ fields, table }: Pick<Screen, 'fields' | 'table'>): readonly Field[] =>
  fields.filter(
    (field) =>
      !field.readOnly &&
      !field.immutable &&
      !field.unique &&
      !field.hidden &&
      editorOf(field) !== 'whole' &&
      !table?.key.includes(field.name),
  )

const valuesOf = (changes: readonly FieldChange[]): Record<string, unknown> =>
  Object.fromEntries(changes.map(({ field, clear, value }) => [field.name, clear ? null : value]))

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.issues.length > 0
    ? [...new Set(error.issues.map((issue) => issue.message))].join('. ')
    : errorMessage(error)

type Step =
  | { readonly kind: 'fields' }
  | { readonly kind: 'preview'; readonly answer: BulkUpdated }
  | { readonly kind: 'result'; readonly answer: BulkUpdated }

/** Gives fields of many records new values: choose, look at what would happen, change; what is refused is told record by record. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { screen, endpoint, scope, filters, sentences, context, onClose, onDone } = props
  const client = useQueryClient()
  const drafts = useMemo(createPendingDrafts, [])
  const [changes, setChanges] = useState<readonly FieldChange[]>([])
  const [step, setStep] = useState<Step>({ kind: 'fields' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { locale } = context
  const words = (count: number): string => counted(count, [screen.label, screen.plural], locale)
  const count = scope.kind === 'ids' ? scope.ids.length : scope.count
  const complete = changes.length > 0 && changes.every(({ clear, value }) => clear || (value !== null && value !== ''))

  const call = async (isPreview: boolean): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await bulkCalls(client, endpoint, scope, filters).update(valuesOf(changes), isPreview)
      if (isPreview) return setStep({ kind: 'preview', answer })
      if (answer.updated > 0) notify.success(screen.messages.updated, { description: words(answer.updated) })
      onDone(answer.failed.map(({ id }) => id))
      if (answer.failed_count === 0) onClose()
      else setStep({ kind: 'result', answer })
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
    return undefined
  }

  const buttons =
    step.kind === 'result' ? (
      <Button onClick={onClose}>Close</Button>
    ) : step.kind === 'preview' ? (
      <>
        <Button disabled={busy} onClick={() => setStep({ kind: 'fields' })}>
          Back
        </Button>
        <Button variant="primary" busy={busy} disabled={step.answer.updated === 0} onClick={() => void call(false)}>
          Change {words(step.answer.updated)}
        </Button>
      </>
    ) : (
      <>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" busy={busy} disabled={!complete} onClick={() => void call(true)}>
          Preview
        </Button>
      </>
    )
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      size="lg"
      title={`Edit ${count === null ? screen.plural.toLowerCase() : words(count)}`}
      description={
        scope.kind === 'ids'
          ? undefined
          : sentences.length > 0
            ? `Everything that matches: ${sentences.join(', ')}`
            : 'No filter is set: every record of this list is meant'
      }
      footer={buttons}
    >
      {problem && (
        <p role="alert" className="mb-3 rounded bg-bad-soft p-3 text-bad">
          {problem}
        </p>
      )}
      {busy && step.kind === 'preview' && (
        <Progress label={`Changing ${words(step.answer.updated)}`} value={null} className="mb-3" />
      )}
      {step.kind === 'fields' && (
        <PendingDraftsContext value={drafts}>
          <BulkFields
            screen={screen}
            fields={bulkFields(screen)}
            changes={changes}
            context={context}
            onChange={(next) => {
              setChanges(next)
              setProblem(null)
            }}
          />
        </PendingDraftsContext>
      )}
      {step.kind === 'preview' && <BulkPreview screen={screen} answer={step.answer} context={context} />}
      {step.kind === 'result' && (
        <OutcomeReport
          outcome={bulkOutcome(step.answer.updated, step.answer)}
          verb="changed"
          locale={locale}
          fileName={`${screen.plural} not changed`}
          hrefOf={(id) => (screen.form ? fillPath(screen.form.view, { id }) : undefined)}
        />
      )}
    </Dialog>
  )
}
