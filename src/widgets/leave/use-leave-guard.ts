import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'

/** Stops leaving a page with unsaved changes; the browser asks on its own when the tab is closed. */
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
      !free.current && currentLocation.pathname !== nextLocation.pathname && ask.current(),
  )
  return {
    blocker,
    /** From here on leaving is meant. */
    release: () => {
      free.current = true
    },
  }
}
