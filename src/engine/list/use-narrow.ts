import { useSyncExternalStore } from 'react'

const query = '(max-width: 639px)'

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether there is too little room for a table, as on a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
