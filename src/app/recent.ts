import { useSyncExternalStore } from 'react'

export interface RecentScreen {
  readonly label: string
  readonly path: string
}

const key = 'tierline:recent'
const most = 8
const listeners = new Set<() => void>()
let cached: { text: string; screens: readonly RecentScreen[] } = { text: '[]', screens: [] }

function read(): readonly RecentScreen[] {
  const text = localStorage.getItem(key) ?? '[]'
  if (text !== cached.text) {
    try {
      cached = { text, screens: JSON.parse(text) as RecentScreen[] }
    } catch {
      cached = { text, screens: [] }
    }
  }
  return cached.screens
}

/** Notes an opened screen as the latest. */
export function rememberScreen(screen: RecentScreen): void {
  const others = read().filter((known) => known.path !== screen.path)
  localStorage.setItem(key, JSON.stringify([screen, ...others].slice(0, most)))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The screens opened last, the latest first. */
export const useRecentScreens = (): readonly RecentScreen[] => useSyncExternalStore(subscribe, read)
