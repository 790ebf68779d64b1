import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { dropStaged, keepStaged, readStaged } from './staged-draft.ts'
import { freshHistory, redo, stepTo, undo, type StagingHistory } from './staging-history.ts'
import { countStaged, stageCells, unstage, type CellEdit, type Staging } from './staging.ts'

type Change =
  | { readonly kind: 'step' | 'restart'; readonly update: (staging: Staging) => Staging }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

function reduce(history: StagingHistory, change: Change): StagingHistory {
  if (change.kind === 'undo') return undo(history)
  if (change.kind === 'redo') return redo(history)
  const next = change.update(history.present)
  return change.kind === 'restart' ? freshHistory(next) : next === history.present ? history : stepTo(history, next)
}

const pause = 250

/** The changes of a list that are not saved yet, with undo, kept in the tab over a reload. */
export function useStaging(screen: string, user: string) {
  const [history, dispatch] = useReducer(reduce, undefined, () => freshHistory(readStaged(screen, user)))
  const staging = history.present
  const latest = useRef(staging)
  latest.current = staging
  useEffect(() => {
    const timer = setTimeout(() => keepStaged(screen, user, staging), pause)
    return () => clearTimeout(timer)
  }, [screen, user, staging])
  // A page that is left within the pause keeps its last change too.
  useEffect(() => {
    const keep = (): void => keepStaged(screen, user, latest.current)
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [screen, user])
  const step = useCallback((update: (staging: Staging) => Staging) => dispatch({ kind: 'step', update }), [])
  return {
    staging,
    counts: useMemo(() => countStaged(staging), [staging]),
    step,
    /** Puts what a save left in place; one cannot undo past it. */
    restart: useCallback((update: (staging: Staging) => Staging) => dispatch({ kind: 'restart', update }), []),
    edit: useCallback(
      (edits: readonly CellEdit[]) => edits.length > 0 && step((current) => stageCells(current, edits)),
      [step],
    ),
    discard: useCallback((keys: readonly string[]) => step((current) => unstage(current, keys)), [step]),
    undo: useCallback(() => dispatch({ kind: 'undo' }), []),
    redo: useCallback(() => dispatch({ kind: 'redo' }), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Forgets what was kept for a reload. */
    forget: useCallback(() => dropStaged(screen), [screen]),
  }
}

export type StagingModel = ReturnType<typeof useStaging>
