import { localKeys, sessionKeys } from './storage-keys.ts'

type Stored = Partial<Record<string, unknown>>

/**
 * What the session of this tab has kept, if it certainly goes on with one, read without touching anything: in a fresh tab
 * that is not certain yet, and after a reload of the last tab the session is still where the page before has put it
 * (last-tab.ts).
 */
export function storedSession(): Stored | null {
  if (sessionStorage.getItem(sessionKeys.tab) === null) return null
  const carried = sessionStorage.getItem(sessionKeys.carried)
  const stored: Stored =
    localStorage.getItem(localKeys.loggedIn) === 'true'
      ? localStorage
      : ((JSON.parse(carried ?? '{}') as Stored | null) ?? {})
  return stored[localKeys.loggedIn] === 'true' ? stored : null
}

export function storedToken(session: Stored | null = storedSession()): string | null {
  const token = session?.[localKeys.accessToken]
  return typeof token === 'string' ? token : null
}

/** The font that was drawn with before, where the session still knows. */
export function storedFont(session: Stored | null = storedSession()): string | null {
  const slices = session?.[localKeys.slices]
  if (typeof slices !== 'string') return null
  try {
    return (
      (JSON.parse(slices) as { profileData?: { global_font?: string | null } | null }).profileData?.global_font ?? null
    )
  } catch {
    return null
  }
}
