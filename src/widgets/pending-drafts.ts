import { createContext } from 'react'

/** What is typed but not yet handed over, so that a form can collect it before it saves or is left. */
export interface PendingDrafts {
  readonly add: (flush: () => void) => () => void
  readonly flush: () => void
  /** Announces work that a save has to wait for, such as a file on its way; the answer ends it, done or not. */
  readonly hold: () => (done: boolean) => void
  readonly isHeld: () => boolean
  /** Resolves when nothing is held any more: whether all of it was done. */
  readonly released: () => Promise<boolean>
}

export function createPendingDrafts(): PendingDrafts {
  const pending = new Set<() => void>()
  const held = new Set<symbol>()
  const waiting = new Set<(done: boolean) => void>()
  let allDone = true
  return {
    add: (flush) => {
      pending.add(flush)
      return () => pending.delete(flush)
    },
    flush: () => pending.forEach((flush) => flush()),
    hold: () => {
      const one = Symbol('held')
      if (held.size === 0) allDone = true
      held.add(one)
      return (done) => {
        allDone &&= done
        held.delete(one)
        if (held.size > 0) return
        for (const go of waiting) go(allDone)
        waiting.clear()
      }
    },
    isHeld: () => held.size > 0,
    released: () => (held.size === 0 ? Promise.resolve(true) : new Promise((resolve) => void waiting.add(resolve))),
  }
}

export const PendingDraftsContext = createContext<PendingDrafts>(createPendingDrafts())
