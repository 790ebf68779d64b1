import { createContext } from 'react'

/** What is typed but not yet handed over, so that a form can collect it before it saves or is left. */
export interface PendingDrafts {
  readonly add: (flush: () => void) => () => void
  readonly flush: () => void
}

export function createPendingDrafts(): PendingDrafts {
  const pending = new Set<() => void>()
  return {
    add: (flush) => {
      pending.add(flush)
      return () => pending.delete(flush)
    },
    flush: () => pending.forEach((flush) => flush()),
  }
}

export const PendingDraftsContext = createContext<PendingDrafts>(createPendingDrafts())
