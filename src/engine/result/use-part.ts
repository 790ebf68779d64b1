import { useCallback, useState } from 'react'
import { useModule } from '#src/ui/use-module.ts'

/** A part of the page whose program is loaded when it is wanted; one that cannot be loaded fails at its place and leaves the rest. */
export function usePart<T>(wanted: boolean, load: () => Promise<T>) {
  const [error, setError] = useState<Error | null>(null)
  const onFailure = useCallback((problem: Error) => setError(problem), [])
  const module = useModule(wanted && error === null, load, onFailure)
  return { module, error, again: () => setError(null) }
}
