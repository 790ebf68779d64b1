import { fillPath, type Screen } from '#src/definition'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage, isUnanswered } from '#src/data/api-error.ts'
import { recordKeys, type ListParameters } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { notify } from '#src/ui/notify.ts'
import { Progress } from '#src/ui/progress.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { counted } from '#src/widgets/counted.ts'
import { OutcomeReport } from '#src/widgets/outcome/outcome-report.tsx'
import { bulkCalls, bulkOutcome, type BulkDeleted } from './editing/bulk-calls.ts'
import { mostUndone, type Undo } from './editing/undo.ts'
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
  /** The number of records that match could not be read. */
  readonly isUncounted?: boolean
  readonly onClose: () => void
  /** The records that could not be deleted, which stay chosen. */
  readonly onDeleted: (kept: readonly number[], undo: Undo | null) => void
}

/** Says how many records will be deleted, which and which will stay; above a thousand the number has to be typed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { screen, endpoint, scope, filters, sentences, locale, isUncounted = false, onClose, onDeleted } = props
  const client = useQueryClient()
  const calls = bulkCalls(client, endpoint, scope, filters)
  const [typed, setTyped] = useState('')
  const [running, setRunning] = useState<{ readonly done: number; readonly matched: number } | null>(null)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  const busy = running !== null
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<BulkDeleted | null>(null)
  const preview = useQuery({
    queryKey: [...recordKeys.all(endpoint), 'delete-preview', scope.kind === 'ids' ? scope.ids : 'filter', filters],
    queryFn: ({ signal }) => calls.foreseeRemoval(signal),
    enabled: !busy && result === null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  })
  const words = (count: number): string => counted(count, [screen.label, screen.plural], locale)
  const hrefOf = (id: number) => (screen.form ? fillPath(screen.form.view, { id }) : undefined)
  // Too many to look at one by one: they go all together or not at all.
  const isWhole = scope.kind === 'filter' && preview.error instanceof ApiError && preview.error.code === 'TOO_LARGE'
  const going = isWhole ? scope.count : (preview.data?.deleted ?? null)
  const mustType = isWhole || (going !== null && going > typedFrom)
  const inPieces = going !== null && going > 2000
  const proof = String(going)
  // What nobody can look at beforehand is at least counted.
  const possible = going !== null && going > 0
  const proven = possible && (!mustType || typed.replaceAll(/[\s.,']/g, '') === proof)

  const run = async (): Promise<void> => {
    const controller = new AbortController()
    stopper.current = controller
    const matched = preview.data?.matched ?? going ?? 0
    setRunning({ done: 0, matched })
    setProblem(null)
    try {
      const answer = await calls.remove(matched, {
        signal: controller.signal,
        onProgress: (done, all) => setRunning({ done, matched: all }),
      })
      if (answer.deleted > 0) notify.success(screen.messages.deleted, { description: words(answer.deleted) })
      const undo = answer.undo && {
        words: `${words(answer.deleted)} deleted`,
        update: [],
        create: answer.undo,
        remove: [],
      }
      onDeleted(
        answer.failed.map(({ id }) => id),
        undo ?? null,
      )
      if (answer.failed_count === 0 && answer.error === null && answer.done >= answer.matched) onClose()
      else setResult(answer)
    } catch (error) {
      setProblem(isUnanswered(error) ? errorMessage(error) : `${errorMessage(error)} Nothing was deleted.`)
    } finally {
      stopper.current = null
      setRunning(null)
    }
  }

  if (result)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Not everything was deleted"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {result.done < result.matched && (
          <p role="alert" className="mb-3 rounded bg-warn-soft p-3 text-warn">
            {result.error === null ? 'Stopped.' : errorMessage(result.error)}{' '}
            {isUnanswered(result.error)
              ? `Not known: ${words(result.matched - result.done)}.`
              : `${words(result.matched - result.done)} not looked at and still there.`}
          </p>
        )}
        <OutcomeReport
          outcome={bulkOutcome(result.deleted, result)}
          verb="deleted"
          locale={locale}
          fileName={`${screen.plural} not deleted`}
          titles={{ failed: 'Not deleted', skipped: '' }}
          hrefOf={hrefOf}
        />
      </Dialog>
    )
  const isNone = going === 0
  const title = isNone
    ? `No ${screen.label.toLowerCase()} can be deleted`
    : going === null
      ? `Delete ${screen.plural.toLowerCase()}`
      : `Delete ${words(going)}`
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      size={preview.data && preview.data.failed_count > 0 ? 'md' : 'sm'}
      title={title}
      footer={
        <>
          {busy && inPieces ? (
            <Button onClick={() => stopper.current?.abort()}>Stop</Button>
          ) : (
            <Button onClick={onClose} disabled={busy}>
              Cancel
            </Button>
          )}
          <Button variant="danger" busy={busy} disabled={!proven} onClick={() => void run()}>
            {isNone ? 'Delete' : title}
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
                {isNone
                  ? 'No filter is set: every record of this list is chosen.'
                  : 'No filter is set: every record of this list will be deleted.'}
              </strong>
            )}
          </p>
        )}
        {preview.isPending && <SkeletonLines lines={2} />}
        {running && inPieces && (
          <div className="flex flex-col gap-1.5">
            <Progress
              label="Deleting"
              value={running.done > 0 ? running.done : null}
              max={Math.max(running.matched, 1)}
            />
            <p className="text-sm tabular-nums">
              {new Intl.NumberFormat(locale).format(running.done)} of {words(running.matched)}. What is gone stays gone
              when you stop.
            </p>
          </div>
        )}
        {isWhole && going === null && (
          <p role={isUncounted ? 'alert' : 'status'}>
            {isUncounted
              ? 'They could not be counted. Close this, and count them beside the title.'
              : 'They are being counted.'}
          </p>
        )}
        {isWhole && !busy && (
          <p>
            These are too many to be looked at beforehand. They are deleted one part after the other; what may not go
            stays and is named. It can be stopped, and the history keeps what was deleted.
          </p>
        )}
        {preview.error && !isWhole && (
          <p role="alert" className="rounded bg-bad-soft p-3 text-bad">
            {errorMessage(preview.error)}
          </p>
        )}
        {preview.data && going !== null && !busy && (
          <>
            <p>
              {isNone
                ? preview.data.failed_count > 0
                  ? 'They stay, for the reasons below.'
                  : 'There is nothing to delete.'
                : going <= mostUndone
                  ? 'It can be undone until you leave the list; the history keeps what was deleted, by whom and when.'
                  : 'This cannot be taken back here. The history keeps what was deleted, by whom and when.'}
            </p>
            {preview.data.losses?.map((words) => (
              <p key={words} className="rounded bg-warn-soft p-3 text-warn">
                {words}
              </p>
            ))}
            {preview.data.failed_count > 0 && (
              <OutcomeReport
                outcome={bulkOutcome(0, preview.data)}
                showCounts={false}
                locale={locale}
                fileName={`${screen.plural} that will stay`}
                titles={{ failed: `${words(preview.data.failed_count)} will stay`, skipped: '' }}
                hrefOf={hrefOf}
              />
            )}
          </>
        )}
        {mustType && going !== null && !busy && (
          <FieldFrame label={`Type ${proof} to confirm`}>
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                inputMode="numeric"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </FieldFrame>
        )}
        {problem && (
          <p role="alert" className="rounded bg-bad-soft p-3 text-bad">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
