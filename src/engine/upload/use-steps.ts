import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom'
import { steps, type Step } from './stepper.tsx'
import type { Upload } from './upload-api.ts'

/** States in which nothing is left to be decided about a file. */
export const final: ReadonlySet<Upload['state']> = new Set(['committing', 'committed', 'undone', 'failed', 'cancelled'])

const placeOf = (step: Step): number => steps.indexOf(step)

/** What has been opened first in a tab has nothing before it to go back to. */
const isFirstPage = (): boolean => (window.history.state as { idx?: number } | null)?.idx === 0

interface StepsOptions {
  readonly id: string | null
  /** undefined while it is not known. */
  readonly upload: Upload | undefined
  readonly reached: Step
  readonly isRunning: boolean
  readonly isChecking: boolean
}

/** The steps of an upload in the address: each one that somebody goes to is a page of its own to the browser's Back. */
export function useSteps({ id, upload, reached, isRunning, isChecking }: StepsOptions) {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const arrival = useNavigationType()
  const { key: page } = useLocation()
  const [awaited, setAwaited] = useState<{ readonly id: string; readonly step: Step } | null>(null)
  const ended = useRef<number | null>(null)
  const left = useRef<string | null>(null)
  // Where one has been led on to already.
  const arrived = useRef<typeof awaited>(null)
  const asked = parameters.get('step') as Step | null
  const isOver = upload !== undefined && final.has(upload.state)
  const isSettled = upload !== undefined && !isRunning
  const isCome = awaited !== null && awaited.id === id && isSettled && placeOf(awaited.step) <= placeOf(reached)
  const step: Step = isOver
    ? 'result'
    : asked && steps.includes(asked) && placeOf(asked) <= placeOf(reached)
      ? asked
      : reached
  const change = (
    next: Readonly<Record<string, string | null>>,
    { isNewPage = false }: { readonly isNewPage?: boolean } = {},
  ): Promise<void> => {
    const changed = new URLSearchParams(parameters)
    for (const [name, value] of Object.entries(next)) {
      if (value === null) changed.delete(name)
      else changed.set(name, value)
    }
    return Promise.resolve(navigate({ search: `?${changed.toString()}` }, { replace: !isNewPage, flushSync: true }))
  }
  if (isChecking && id !== null && (awaited?.id !== id || awaited.step !== 'check')) setAwaited({ id, step: 'check' })
  // Before anybody can go elsewhere from what is shown.
  useLayoutEffect(() => {
    if (left.current !== page) left.current = null
    if (isChecking) arrived.current = null
    if (!isSettled) return
    const isPast = isOver && ended.current === upload.id && arrival === 'POP'
    if (isOver) ended.current = upload.id
    if (isCome && arrived.current !== awaited) {
      arrived.current = awaited
      if (!isOver && asked !== awaited.step) {
        void change({ step: awaited.step }, { isNewPage: asked !== null })
        return
      }
    }
    // A page is left once, however often it is drawn until the next one is there.
    if (asked === step || left.current === page) return
    left.current = page
    // A step of an upload that is over: Back goes on to what was before it.
    if (isPast && !isFirstPage()) void navigate(-1)
    else void change({ step })
  })
  return {
    step,
    change,
    goTo: (next: Step) => {
      setAwaited(null)
      void change({ step: next }, { isNewPage: true })
    },
    /** Goes to a step as soon as the upload has come to it; what is known of it may be a moment old. */
    goOnTo: (next: Step, of = id) => setAwaited(of === null ? null : { id: of, step: next }),
  }
}
