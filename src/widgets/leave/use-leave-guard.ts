import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { authorization } from '#src/data/authorization.ts'

/**
 * Stops leaving a page with unsaved changes; the browser asks on its own when the tab is closed. Where nobody is signed
 * in any more there is nothing to stay for: the page can neither be shown nor saved.
 */
export function useLeaveGuard(hasChanges: () => boolean) {
  const ask = useRef(hasChanges)
  useEffect(() => {
    ask.current = hasChanges
  })
  const free = useRef(false)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!free.current && ask.current()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !free.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Asked first: what is just being typed belongs to the draft that is found after signing in.
      ask.current() &&
      authorization().accessToken() !== null,
  )
  return {
    blocker,
    /** From here on leaving is meant. */
    release: () => {
      free.current = true
    },
  }
}
