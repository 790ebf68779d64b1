import { useMemo, useRef, useState } from 'react'
import type { Query } from '#src/definition/query/query.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const mostSteps = 100

/** A query under the hands of somebody: its changes, each of which can be taken back and made again. */
export function useQueryDraft(saved: Query) {
  const [query, setQuery] = useState(saved)
  const [base, setBase] = useState(saved)
  const past = useRef<Query[]>([])
  const future = useRef<Query[]>([])
  const isDirty = useMemo(() => !same(query, base), [query, base])
  const step = (from: { current: Query[] }, to: { current: Query[] }) => {
    const next = from.current.pop()
    if (!next) return
    to.current.push(query)
    setQuery(next)
  }
  return {
    query,
    isDirty,
    /** How much was changed since it was saved. */
    changes: past.current.length,
    edit: (next: Query) => {
      if (same(next, query)) return
      past.current = [...past.current.slice(1 - mostSteps), query]
      future.current = []
      setQuery(next)
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
    /** From here on nothing is unsaved. */
    settle: () => setBase(query),
  }
}
