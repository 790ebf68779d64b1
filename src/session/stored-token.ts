import { localKeys, sessionKeys } from './storage-keys.ts'

/**
 * The access token of a tab that certainly goes on with its session, read without touching anything: in a fresh tab it is
 * not certain yet, and after a reload of the last tab the session is still where the page before has put it (last-tab.ts).
 */
export function storedToken(): string | null {
  if (sessionStorage.getItem(sessionKeys.tab) === null) return null
  const carried = sessionStorage.getItem(sessionKeys.carried)
  const stored: Partial<Record<string, unknown>> =
    localStorage.getItem(localKeys.loggedIn) === 'true'
      ? localStorage
      : ((JSON.parse(carried ?? '{}') as Record<string, unknown> | null) ?? {})
  const token = stored[localKeys.accessToken]
  return stored[localKeys.loggedIn] === 'true' && typeof token === 'string' ? token : null
}
