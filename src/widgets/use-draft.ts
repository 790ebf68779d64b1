import { useContext, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { PendingDraftsContext } from './pending-drafts.ts'

export interface Draft {
  readonly text: string
  readonly setText: (text: string) => void
  /** Hands over what was typed; nothing when nothing was. */
  readonly flush: () => void
  readonly typing: boolean
}

/** A draft whose text stands in its control, which nothing draws anew for a keystroke. */
export interface LooseDraft extends Draft {
  readonly control: RefObject<HTMLInputElement | null>
}

/** How long typing has to rest before a form hears of it, in ms. */
const rest = 1_000

/** Keeps what is being typed inside the input; the form takes it over on blur, on Enter, before a save and when the input goes away. */
export function useDraft(text: string, commit: (text: string) => void): Draft {
  const { typed, setText, flush } = useTyped(text, commit, () => true)
  return { text: typed ?? text, typing: typed !== null, setText, flush }
}

/** The same for a control that keeps its text itself; `text` is up to date while it is typed only for those who follow it. */
export function useLooseDraft(text: string, commit: (text: string) => void, follows: boolean): LooseDraft {
  const control = useRef<HTMLInputElement>(null)
  const { typed, latest, setText, flush } = useTyped(text, commit, (before) => follows || before === null)
  useLayoutEffect(() => {
    if (typed !== null) return
    // What the form makes of the text may come a drawing later; the old text in between would end the browser's own undo.
    queueMicrotask(() => {
      const shown = latest.current
      if (control.current && shown.typed === null && control.current.value !== shown.text)
        control.current.value = shown.text
    })
  }, [latest, typed, text])
  return { text: typed ?? text, control, typing: typed !== null, setText, flush }
}

/** `draws` tells by the text typed before whether a keystroke is to be drawn. */
function useTyped(text: string, commit: (text: string) => void, draws: (before: string | null) => boolean) {
  const drafts = useContext(PendingDraftsContext)
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef({ typed, text, commit, drafts })
  useLayoutEffect(() => {
    latest.current = { ...latest.current, text, commit, drafts }
  })
  const [handlers] = useState(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    let lastTyped = 0
    // What was overheard is corrected by handing over, even the text that stood there before.
    let overheard = false
    const overhear = () => {
      const { typed: pending, text: shown, commit: hand, drafts: form } = latest.current
      if (pending === null || (pending === shown && !overheard)) return
      overheard = form.overhear(() => hand(pending))
    }
    // One timer for many keystrokes: it looks when the last one was and rests on.
    const wait = (time: number) => {
      resting = setTimeout(() => {
        resting = undefined
        const left = lastTyped + rest - performance.now()
        if (left > 1) wait(left)
        else overhear()
      }, time)
    }
    return {
      setText: (next: string) => {
        const isDrawn = draws(latest.current.typed)
        latest.current.typed = next
        lastTyped = performance.now()
        if (resting === undefined) wait(rest)
        if (isDrawn) setTyped(next)
      },
      flush: () => {
        clearTimeout(resting)
        resting = undefined
        const { typed: pending, text: shown, commit: hand } = latest.current
        if (pending === null) return
        const isNew = pending !== shown || overheard
        overheard = false
        latest.current.typed = null
        setTyped(null)
        if (isNew) hand(pending)
      },
    }
  })
  useEffect(() => {
    const remove = drafts.add(handlers.flush)
    return () => {
      remove()
      handlers.flush()
    }
  }, [drafts, handlers])
  return { typed, latest, ...handlers }
}
