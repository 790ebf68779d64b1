import { useEffect, useState } from 'react'

/** Loads a part of the program when it is first wanted; null until it is there, throws when it cannot be loaded. */
export function useModule<T>(wanted: boolean, load: () => Promise<T>): T | null {
  const [state, setState] = useState<{ module?: T; error?: Error }>({})
  const missing = wanted && state.module === undefined
  useEffect(() => {
    if (!missing) return undefined
    let live = true
    load().then(
      (module) => live && setState({ module }),
      (error: unknown) => live && setState({ error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => {
      live = false
    }
  }, [missing, load])
  if (state.error) throw state.error
  return state.module ?? null
}
