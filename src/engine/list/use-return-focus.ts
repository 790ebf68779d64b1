import { useEffect, useRef } from 'react'

/** Gives the focus back to where it was when something opened over the page, once that has gone. */
export function useReturnFocus(open: boolean): void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (open) {
      before.current ??= document.activeElement
      return undefined
    }
    const element = before.current
    before.current = null
    if (!(element instanceof HTMLElement)) return undefined
    // The dialog lets the focus go after it has closed.
    const timer = setTimeout(() => element.isConnected && element.focus())
    return () => clearTimeout(timer)
  }, [open])
}
