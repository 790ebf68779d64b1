import { useSyncExternalStore } from 'react'

let running = 0
const listeners = new Set<() => void>()

const change = (by: number): void => {
  running += by
  for (const listener of listeners) listener()
}

/** Keeps the loading flag on while a call runs, whether it ends well or not. */
export async function whileLoading<T>(call: () => Promise<T>): Promise<T> {
  change(1)
  try {
    return await call()
  } finally {
    change(-1)
  }
}

export const isLoading = (): boolean => running > 0

export function onLoading(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** On from the start of the first running call to the end of the last. */
export const useLoading = (): boolean => useSyncExternalStore(onLoading, isLoading)
