import { createContext } from 'react'

/** What is typed but not yet handed over, so that a form can collect it before it saves or is left. */
export interface PendingDrafts {
  readonly add: (flush: () => void) => () => void
  readonly flush: () => void
  /** Lets a form that listens hear what is being typed, without taking it over; answers whether it listens. */
  readonly overhear: (hand: () => void) => boolean
  /** Whether what is handed over just now is only overheard. */
  readonly isOverheard: () => boolean
  /** Announces work that a save has to wait for, such as a file on its way; the answer ends it, done or not. */
  readonly hold: () => (done: boolean) => void
  readonly isHeld: () => boolean
  /** Resolves when nothing is held any more: whether all of it was done. */
  readonly released: () => Promise<boolean>
}

/** `listens`: what is handed over while it is overheard is told apart from what is done being typed. */
export function createPendingDrafts({ listens = false }: { listens?: boolean } = {}): PendingDrafts {
  const pending = new Set<() => void>()
  const held = new Set<symbol>()
  const waiting = new Set<(done: boolean) => void>()
  let allDone = true
  let overheard = false
  return {
    add: (flush) => {
      pending.add(flush)
      return () => pending.delete(flush)
    },
    flush: () => pending.forEach((flush) => flush()),
    overhear: (hand) => {
      if (!listens) return false
      overheard = true
      try {
        hand()
      } finally {
        overheard = false
      }
      return true
    },
    isOverheard: () => overheard,
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
