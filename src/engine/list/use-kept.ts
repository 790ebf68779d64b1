import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { PlaceKeeper, TablePlace } from '#src/widgets/table/use-kept-place.ts'

// Bounded, since a day of work goes through thousands of addresses.
const most = 50
const kept = new Map<string, unknown>()

function keep(key: string, value: unknown): void {
  kept.delete(key)
  kept.set(key, value)
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break
    kept.delete(oldest)
  }
}

const keptAt = <T>(key: string): T | undefined => kept.get(key) as T | undefined

/** A state of the page that is there again when one comes back to it, as with scrolled rows or opened groups. */
export function useKept<T>(name: string, initial: T): readonly [T, (update: (state: T) => T) => void] {
  const { key } = useLocation()
  const [state, setState] = useState<T>(() => keptAt<T>(`${name} ${key}`) ?? initial)
  // Changing the address of the list makes a new place, which begins with the state of the one before.
  useEffect(() => keep(`${name} ${key}`, state), [name, key, state])
  const change = useCallback((update: (state: T) => T) => setState(update), [])
  return [state, change]
}

// The place that is open at this moment, not the one of the last drawing: a table notes its place up to its end.
function here(): string | undefined {
  const state = window.history.state as { readonly key?: string } | null
  return state ? (state.key ?? 'default') : undefined
}

/** Keeps where one is in a table, by the place in the history of the browser. */
export const usePlaceKeeper = (): PlaceKeeper =>
  useMemo(
    () => ({
      kept: () => keptAt<TablePlace>(`place ${here()}`),
      keep: (place) => here() !== undefined && keep(`place ${here()}`, place),
    }),
    [],
  )
