import { useEffect, useRef, useState } from 'react'

/**
 * Loads a part of the program when it is first wanted; null until it is there. When it cannot be loaded `onFailure` hears
 * of it and the next time it is wanted is another attempt; without `onFailure` the error is thrown at the screen, but not
 * while there is no network: then it is loaded as soon as there is.
 */
export function useModule<T>(wanted: boolean, load: () => Promise<T>, onFailure?: (error: Error) => void): T | null {
  const [state, setState] = useState<{ module?: T; error?: Error }>({})
  const failed = useRef(onFailure)
  useEffect(() => {
    failed.current = onFailure
  })
  const [attempt, setAttempt] = useState(0)
  const missing = wanted && state.module === undefined
  useEffect(() => {
    if (!missing) return undefined
    let live = true
    const again = () => setAttempt((before) => before + 1)
    load().then(
      (module) => live && setState({ module }),
      (cause: unknown) => {
        if (!live) return
        const error = cause instanceof Error ? cause : new Error(String(cause))
        if (failed.current) failed.current(error)
        else if (!navigator.onLine) window.addEventListener('online', again, { once: true })
        else setState({ error })
      },
    )
    return () => {
      live = false
      window.removeEventListener('online', again)
    }
  }, [missing, load, attempt])
  if (state.error) throw state.error
  return state.module ?? null
}
