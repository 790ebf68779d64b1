import type { Field, Screen } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, errorMessage, isUnanswered } from '#src/data/api-error.ts'
import type { ListParameters } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { Progress } from '#src/ui/progress.tsx'
import type { CellContext } from '#src/widgets/cells.ts'
import { counted } from '#src/widgets/counted.ts'
import { createPendingDrafts, PendingDraftsContext } from '#src/widgets/pending-drafts.ts'
import type { Scope } from '../selection.ts'
import { bulkCalls, changedSince, planOf, type BulkUpdated } from './bulk-calls.ts'
import { changeOf, isComplete, missingIn, type FieldChange } from './bulk-change.ts'
import { BulkFields } from './bulk-fields.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { againOf, BulkResult } from './bulk-result.tsx'
import type { Undo } from './undo.ts'
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
  readonly onDone: (kept: readonly number[], undo: Undo | null) => void
}

/** Fields that can be changed for many records at once. */
const bulkFields = ({ fields, table }: Pick<Screen, 'fields' | 'table'>): readonly Field[] =>
  fields.filter(
    (field) =>
      !field.readOnly &&
      !field.immutable &&
      !field.unique &&
      !field.hidden &&
      editorOf(field) !== 'whole' &&
      !table?.key.includes(field.name),
  )

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.issues.length > 0
    ? [...new Set(error.issues.map((issue) => issue.message))].join('. ')
    : errorMessage(error)

const onlyAsSeen = 'Repeating it changes only what still is as it was in this preview.'
const sameAgain = 'Repeating it puts the same values once more.'

type Step =
  | { readonly kind: 'fields' }
  | { readonly kind: 'preview'; readonly answer: BulkUpdated }
  | { readonly kind: 'result'; readonly answer: BulkUpdated }

interface Running {
  readonly isPreview: boolean
  readonly done: number
  readonly matched: number
}

/** Changes fields of many records: choose, look at what would happen, change; what is refused is told record by record and can be tried again. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { screen, endpoint, filters, sentences, context, onClose, onDone } = props
  const client = useQueryClient()
  const drafts = useMemo(createPendingDrafts, [])
  const [scope, setScope] = useState(props.scope)
  const [changes, setChanges] = useState<readonly FieldChange[]>([])
  const [step, setStep] = useState<Step>({ kind: 'fields' })
  const [running, setRunning] = useState<Running | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // What was to be changed by a call that got no answer.
  const [lost, setLost] = useState<BulkUpdated['left'] | null>(null)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  const { locale } = context
  const words = (count: number): string => counted(count, [screen.label, screen.plural], locale)
  // Everything may be counted only while one chooses what is to change.
  const asked =
    scope.kind === 'ids' ? scope.ids.length : props.scope.kind === 'filter' ? props.scope.count : scope.count
  // The list may only have estimated it.
  const count = step.kind === 'fields' ? asked : step.answer.matched
  const latest = useRef(changes)
  const busy = running !== null

  /** Looks at the change; with a plan, carries it out. */
  const call = async (plan: BulkUpdated | null): Promise<void> => {
    const isPreview = plan === null
    const controller = new AbortController()
    stopper.current = controller
    setRunning({ isPreview, done: plan?.done ?? 0, matched: plan?.matched ?? count ?? 0 })
    setProblem(null)
    try {
      const calls = bulkCalls(client, endpoint, scope, filters)
      const watched = {
        signal: controller.signal,
        onProgress: (done: number, matched: number) => setRunning({ isPreview, done, matched }),
      }
      const change = changeOf(latest.current)
      const answer = await (plan ? calls.update(change, plan, watched) : calls.preview(change, watched))
      if (isPreview) return controller.signal.aborted ? undefined : setStep({ kind: 'preview', answer })
      if (answer.updated > 0) notify.success(screen.messages.updated, { description: words(answer.updated) })
      const undo = answer.undo && {
        words: `${words(answer.updated)} changed`,
        update: answer.undo,
        create: [],
        remove: [],
      }
      onDone(
        answer.failed.map(({ id }) => id),
        undo,
      )
      if (isUnanswered(answer.error)) setLost(answer.left)
      if (answer.failed_count === 0 && answer.done >= answer.matched && answer.error === null) onClose()
      else setStep({ kind: 'result', answer })
    } catch (error) {
      if (plan && isUnanswered(error)) {
        setLost(plan.left)
        return setProblem(`${problemOf(error)} ${plan.left.length > 0 ? onlyAsSeen : sameAgain}`)
      }
      if (!controller.signal.aborted) setProblem(problemOf(error))
    } finally {
      stopper.current = null
      setRunning(null)
    }
    return undefined
  }
  const preview = (): void => {
    // What is still being typed belongs to it.
    drafts.flush()
    const missing = latest.current.find((change) => !isComplete(change))
    if (missing) setProblem(missingIn(missing))
    else void call(null)
  }
  const again = (answer: BulkUpdated): void => {
    setScope({ kind: 'ids', ids: againOf(answer, lost !== null).map(({ id }) => id) })
    setStep({ kind: 'fields' })
  }

  const buttons =
    step.kind === 'result' ? (
      <>
        {againOf(step.answer, lost !== null).length > 0 && (
          <Button disabled={busy} onClick={() => again(step.answer)}>
            Try these again
          </Button>
        )}
        {running ? (
          <Button onClick={() => stopper.current?.abort()}>Stop</Button>
        ) : (
          step.answer.left.length > 0 && <Button onClick={() => void call(step.answer)}>Go on with the rest</Button>
        )}
        <Button variant="primary" disabled={busy} onClick={onClose}>
          Close
        </Button>
      </>
    ) : (
      <>
        {running ? (
          <Button onClick={() => stopper.current?.abort()}>Stop</Button>
        ) : (
          <Button onClick={() => (step.kind === 'preview' ? setStep({ kind: 'fields' }) : onClose())}>
            {step.kind === 'preview' ? 'Back' : 'Cancel'}
          </Button>
        )}
        {step.kind === 'preview' ? (
          <Button
            variant="primary"
            busy={busy}
            disabled={step.answer.updated === 0}
            onClick={() => void call(planOf(step.answer))}
          >
            Change {words(step.answer.updated)}
          </Button>
        ) : (
          <Button variant="primary" busy={busy} disabled={changes.length === 0} onClick={preview}>
            Preview
          </Button>
        )}
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
      {running && (
        <div className="mb-4 flex flex-col gap-1.5">
          <Progress
            label={running.isPreview ? 'Looking at each record' : 'Changing'}
            value={running.done > 0 ? running.done : null}
            max={Math.max(running.matched, 1)}
          />
          <p className="text-sm text-ink-2">
            {running.isPreview ? 'Looked at' : 'Changed or refused'}{' '}
            {new Intl.NumberFormat(locale).format(running.done)}
            {running.matched > 0 && ` of ${words(running.matched)}`}
          </p>
        </div>
      )}
      {step.kind === 'fields' && (
        <PendingDraftsContext value={drafts}>
          <BulkFields
            screen={screen}
            fields={bulkFields(screen)}
            changes={changes}
            context={context}
            onChange={(next) => {
              latest.current = next
              setChanges(next)
              setProblem(null)
            }}
          />
        </PendingDraftsContext>
      )}
      {step.kind === 'preview' && (
        <BulkPreview
          screen={screen}
          answer={step.answer}
          since={lost ? changedSince(lost, step.answer.left) : 0}
          context={context}
        />
      )}
      {step.kind === 'result' && (
        <BulkResult screen={screen} answer={step.answer} problemOf={problemOf} isLost={lost !== null} locale={locale} />
      )}
    </Dialog>
  )
}
