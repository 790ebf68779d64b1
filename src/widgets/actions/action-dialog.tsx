import { fillPath, type Action, type Screen } from '#src/definition'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#src/data/api.ts'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { recordChanges, recordKeys, type ListParameters } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { counted } from '#src/widgets/counted.ts'
import { outcomeOf, parameterProblem, type ActionAnswer } from '#src/widgets/outcome/outcome.ts'
import { OutcomeReport } from '#src/widgets/outcome/outcome-report.tsx'
import { GivenValues } from './given-values.tsx'
import { EndedEarly, PiecesProgress } from './pieces-progress.tsx'
import { runInPieces, type ActionPiece, type Walk, type Walked } from './run-in-pieces.ts'

const loadForm = () => import('#src/widgets/parameter-form.tsx')

/** What an action runs on: chosen records, everything a filter finds, or the screen. */
export type ActionTarget =
  | { readonly ids: readonly number[]; readonly name?: string }
  | { readonly filters: ListParameters; readonly count: number | null; readonly sentences: readonly string[] }
  | { readonly screen: true }

interface Foreseen {
  readonly matched: number
  readonly left_out: number
  readonly reason: string | null
}

interface ActionDialogProps {
  readonly screen: Screen
  readonly action: Action
  readonly target: ActionTarget
  readonly locale: string
  readonly onClose: () => void
  /** Told once it has run: the records that were not changed, which may stay chosen. */
  readonly onDone: (kept: readonly number[]) => void
}

/** No call takes more records by their ids. */
const mostChosen = 10_000

const bodyOf = (target: ActionTarget): Readonly<Record<string, unknown>> =>
  'ids' in target ? { ids: target.ids } : 'filters' in target ? { filters: target.filters } : {}

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.issues.length > 0
    ? [...new Set(error.issues.map((issue) => issue.message))].join('. ')
    : errorMessage(error)

/** Asks what an action needs to know, runs it, and says for every record how it went; only what was done is called done. */
export function ActionDialog({ screen, action, target, locale, onClose, onDone }: ActionDialogProps) {
  const id = useId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useModule(action.parameters.length > 0, loadForm)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [answer, setAnswer] = useState<ActionAnswer | null>(null)
  const [walk, setWalk] = useState<Walk | null>(null)
  const stopped = useRef(false)
  const labels = [screen.label, screen.plural] as const
  // One record shows by itself whether it is admitted; of many one wants to know how many.
  const isMany = !('screen' in target) && !('ids' in target && target.ids.length === 1)
  const foreseen = useQuery({
    queryKey: ['action-preview', screen.name, action.name, target],
    queryFn: ({ signal }) =>
      api.post<Foreseen>(`${screen.endpoint ?? screen.name}/actions/${action.name}`, {
        json: { ...bodyOf(target), dry_run: true },
        signal,
        reads: true,
      }),
    enabled: isMany && !busy && answer === null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  })
  const count = 'ids' in target ? target.ids.length : 'count' in target ? target.count : null
  // Known at once, before anything is drawn: a second click must not run it once more.
  const running = useRef(false)
  const stop = (): void => {
    stopped.current = true
    setWalk((going) => going && { ...going, isStopping: true })
  }
  const walkThrough = async (
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<Pick<Walked, 'answer' | 'isWhole'>> => {
    const endpoint = screen.endpoint ?? screen.name
    stopped.current = false
    const total = foreseen.data?.matched ?? null
    setWalk({ looked: 0, total })
    try {
      const went = await runInPieces(
        (after) =>
          api.post<ActionPiece>(`${endpoint}/actions/${action.name}`, {
            json: { ...bodyOf(target), parameters, after },
          }),
        () => stopped.current,
        (looked) => setWalk({ looked, total, isStopping: stopped.current }),
      )
      setWalk(went.isWhole ? null : { looked: went.looked, error: went.error, total })
      return went
    } catch (error) {
      setWalk(null)
      throw error
    } finally {
      await client.invalidateQueries({ queryKey: recordKeys.all(endpoint) })
    }
  }
  const run = async (parameters: Readonly<Record<string, unknown>>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      const changes = recordChanges(client, screen.endpoint ?? screen.name)
      const isWalk = action.inPieces === true && 'filters' in target
      const { answer: result, isWhole } = isWalk
        ? await walkThrough(parameters)
        : {
            answer: await changes.action<ActionAnswer>(action.name, { ...bodyOf(target), parameters }),
            isWhole: true,
          }
      if (result.done > 0)
        notify.success(action.message ?? `${action.label}: done`, { description: counted(result.done, labels, locale) })
      const [page] = action.opens ? result.given : []
      if (page && result.given.length === 1) {
        onClose()
        return void navigate(page.value)
      }
      const wrong = isMany ? null : parameterProblem(result)
      if (wrong !== null) return setProblem(wrong)
      const left = [...result.failed, ...result.skipped].map(({ id: record }) => record)
      onDone(left.length > mostChosen ? [] : left)
      if (result.failed.length + result.skipped.length + result.given.length > 0 || !isWhole) setAnswer(result)
      else onClose()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  if (answer)
    return (
      <Dialog open onClose={onClose} size="md" title={action.label} footer={<Button onClick={onClose}>Close</Button>}>
        {walk && <EndedEarly walk={walk} label={action.label} labels={labels} locale={locale} />}
        {answer.given.length > 0 && <GivenValues given={answer.given} />}
        {answer.failed.length + answer.skipped.length > 0 && (
          <OutcomeReport
            outcome={outcomeOf(answer)}
            locale={locale}
            fileName={`${screen.plural} ${action.label}`}
            hrefOf={(record) => (screen.form ? fillPath(screen.form.view, { id: record }) : undefined)}
          />
        )}
      </Dialog>
    )
  const needsForm = action.parameters.length > 0
  const meets = foreseen.data
  const going = meets ? meets.matched - meets.left_out : count
  const named = 'name' in target ? target.name : undefined
  return (
    <Dialog
      open
      onClose={walk ? stop : onClose}
      size={needsForm ? 'md' : 'sm'}
      title={action.label}
      description={named ?? (going === null ? undefined : counted(going, labels, locale))}
      footer={
        <>
          {walk ? (
            <Button onClick={stop} disabled={walk.isStopping === true}>
              Stop
            </Button>
          ) : (
            <Button onClick={onClose} disabled={busy}>
              Cancel
            </Button>
          )}
          <Button
            variant={action.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={going === 0 || foreseen.isError}
            {...(needsForm ? { type: 'submit' as const, form: id } : { onClick: () => void run({}) })}
          >
            {action.label}
          </Button>
        </>
      }
    >
      {'filters' in target && (
        <p className="mb-3 text-ink-2">
          {target.sentences.length > 0
            ? `Everything that matches: ${target.sentences.join(', ')}.`
            : 'No filter is set: every record of this list is meant.'}
        </p>
      )}
      {foreseen.error && (
        <p role="alert" className="mb-3 rounded bg-bad-soft p-3 text-bad">
          {errorMessage(foreseen.error)}
        </p>
      )}
      {meets && meets.left_out > 0 && (
        <p role="status" className="mb-3 rounded bg-warn-soft p-3 text-warn">
          {going === 0 ? 'None of them is admitted' : `${counted(meets.left_out, labels, locale)} will be left out`}:{' '}
          {meets.reason?.replace(/^Only/, 'only')}.
        </p>
      )}
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
      {walk && <PiecesProgress walk={walk} labels={labels} locale={locale} />}
      {problem && (
        <p role="alert" className="mt-3 rounded bg-bad-soft p-3 text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
