import { useSyncExternalStore } from 'react'

let chosen: string | null = null
const listeners = new Set<() => void>()

/** That of the browser. */
export const browserLocale = (): string => (typeof navigator === 'undefined' ? 'en' : navigator.language || 'en')

/** The locale numbers and dates are read and written in: the one in the user's profile, else the browser's. */
export const userLocale = (): string => chosen ?? browserLocale()

/** Writes numbers and dates in another locale from now on; null: as the browser does. */
export function setUserLocale(locale: string | null): void {
  if (locale === chosen) return
  chosen = locale
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same for what stays in sight while it is changed. */
export const useUserLocale = (): string => useSyncExternalStore(subscribe, userLocale)
