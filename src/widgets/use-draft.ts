import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PendingDraftsContext } from './pending-drafts.ts'

export interface Draft {
  readonly text: string
  readonly setText: (text: string) => void
  /** Hands over what was typed; nothing when nothing was. */
  readonly flush: () => void
  readonly typing: boolean
}

/** Keeps what is being typed inside the input; the form hears of it on blur, on Enter, before a save and when the input goes away. */
export function useDraft(text: string, commit: (text: string) => void): Draft {
  const drafts = useContext(PendingDraftsContext)
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef({ typed, text, commit })
  useLayoutEffect(() => {
    latest.current = { ...latest.current, text, commit }
  })
  const [handlers] = useState(() => ({
    setText: (next: string) => {
      latest.current.typed = next
      setTyped(next)
    },
    flush: () => {
      const { typed: pending, text: shown, commit: hand } = latest.current
      if (pending === null) return
      latest.current.typed = null
      setTyped(null)
      if (pending !== shown) hand(pending)
    },
  }))
  useEffect(() => {
    const remove = drafts.add(handlers.flush)
    return () => {
      remove()
      handlers.flush()
    }
  }, [drafts, handlers])
  return { text: typed ?? text, typing: typed !== null, ...handlers }
}
