import { useEffect, useRef, useState } from 'react'

/**
 * Loads a part of the program when it is first wanted; null until it is there. When it cannot be loaded `onFailure` hears
 * of it and the next time it is wanted is another attempt; without `onFailure` the error is thrown at the screen.
 */
export function useModule<T>(wanted: boolean, load: () => Promise<T>, onFailure?: (error: Error) => void): T | null {
  const [state, setState] = useState<{ module?: T; error?: Error }>({})
  const failed = useRef(onFailure)
  useEffect(() => {
    failed.current = onFailure
  })
  const missing = wanted && state.module === undefined
  useEffect(() => {
    if (!missing) return undefined
    let live = true
    load().then(
      (module) => live && setState({ module }),
      (cause: unknown) => {
        if (!live) return
        const error = cause instanceof Error ? cause : new Error(String(cause))
        if (failed.current) failed.current(error)
        else setState({ error })
      },
    )
    return () => {
      live = false
    }
  }, [missing, load])
  if (state.error) throw state.error
  return state.module ?? null
}
