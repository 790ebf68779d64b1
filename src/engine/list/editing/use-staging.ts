import type { Field, Screen } from '#src/definition'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { checkStaged } from './check-staged.ts'
import { runInSlices, type Steps } from './slices.ts'
import { StagedDraft } from './staged-draft.ts'
import { freshHistory, redo, stepTo, undo, type StagingHistory } from './staging-history.ts'
import { countStaged, nothingStaged, stageCells, unstage, type CellEdit, type Staging } from './staging.ts'

type Change =
  | { readonly kind: 'step' | 'restart' | 'amend'; readonly update: (staging: Staging) => Staging }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

function reduce(history: StagingHistory, change: Change): StagingHistory {
  if (change.kind === 'undo') return undo(history)
  if (change.kind === 'redo') return redo(history)
  const next = change.update(history.present)
  if (change.kind === 'restart') return freshHistory(next)
  if (next === history.present) return history
  return change.kind === 'amend' ? { ...history, present: next } : stepTo(history, next)
}

const pause = 250

/** Judges records ahead of the first drawing of them. */
function* judge(staging: Staging, fields: readonly Field[]): Steps<void> {
  for (const record of staging.values()) {
    checkStaged(record, fields)
    yield 0
  }
}

/** The changes of a list that are not saved yet, with undo, kept in the tab over a reload. */
export function useStaging({ name: screen, fields }: Pick<Screen, 'name' | 'fields'>, user: string) {
  const [history, dispatch] = useReducer(reduce, undefined, () => freshHistory())
  const [loaded, setLoaded] = useState(false)
  const [kept, setKept] = useState<Staging>(nothingStaged)
  const draft = useMemo(() => new StagedDraft(screen, user, setKept), [screen, user])
  const staging = history.present
  const latest = useRef(staging)
  latest.current = staging
  useEffect(() => {
    const gone = new AbortController()
    const read = async (): Promise<void> => {
      const before = await draft.read()
      await runInSlices(judge(before, fields), { signal: gone.signal })
      if (gone.signal.aborted) return
      if (before.size > 0) dispatch({ kind: 'restart', update: () => before })
      setLoaded(true)
    }
    void read()
    return () => gone.abort()
  }, [draft, fields])
  useEffect(() => {
    if (!loaded) return undefined
    const timer = setTimeout(() => draft.keep(staging), pause)
    return () => clearTimeout(timer)
  }, [draft, loaded, staging])
  // A page that is left within the pause keeps its last change too.
  useEffect(() => {
    const note = (): void => draft.noteNow(latest.current)
    window.addEventListener('pagehide', note)
    return () => window.removeEventListener('pagehide', note)
  }, [draft])
  const step = useCallback((update: (staging: Staging) => Staging) => dispatch({ kind: 'step', update }), [])
  return {
    /** Whether what was kept for a reload has been read. */
    loaded,
    staging,
    /** Whether a reload would lose nothing of it. */
    isKept: kept === staging,
    counts: useMemo(() => countStaged(staging), [staging]),
    step,
    /** Puts what a save left in place; one cannot undo past it. */
    restart: useCallback((update: (staging: Staging) => Staging) => dispatch({ kind: 'restart', update }), []),
    /** Takes note of what others did, which is no step of one's own. */
    amend: useCallback((update: (staging: Staging) => Staging) => dispatch({ kind: 'amend', update }), []),
    edit: useCallback(
      (edits: readonly CellEdit[]) => edits.length > 0 && step((current) => stageCells(current, edits)),
      [step],
    ),
    discardOne: useCallback((key: string) => step((current) => unstage(current, [key])), [step]),
    discardAll: useCallback(() => step(() => nothingStaged), [step]),
    undo: useCallback(() => dispatch({ kind: 'undo' }), []),
    redo: useCallback(() => dispatch({ kind: 'redo' }), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Forgets what was kept for a reload. */
    forget: useCallback(() => draft.drop(), [draft]),
  }
}

export type StagingModel = ReturnType<typeof useStaging>
