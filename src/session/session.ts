import { useSyncExternalStore } from 'react'
import { api } from '#src/data/api.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { installAuthorization } from '#src/data/authorization.ts'
import { createAuthorization } from './refresh.ts'
import { type SignedInUser, slices } from './slices.ts'
import { localKeys, sessionKeys } from './storage-keys.ts'
import { clearTokens, isLoggedIn, refreshToken, storeTokens, type TokenAnswer } from './tokens.ts'

export type EndReason = 'signed-out' | 'expired' | 'elsewhere'

type EndListener = (reason: EndReason) => void

const endListeners = new Set<EndListener>()
const loadingListeners = new Set<() => void>()
let signingIn = false
let ended: EndReason | null = null

/** Why the session of this tab ended, until somebody signs in; null when none did. */
export const sessionEnd = (): EndReason | null => ended

/** Hears when the session ends: by the user, because it could not be refreshed, or in another tab. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

function setSigningIn(on: boolean): void {
  signingIn = on
  for (const listener of loadingListeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  loadingListeners.add(listener)
  return () => loadingListeners.delete(listener)
}

export const isSigningIn = (): boolean => signingIn

/** On during an attempt to sign in. */
export const useSigningIn = (): boolean => useSyncExternalStore(subscribe, isSigningIn)

export type SignInAnswer = TokenAnswer & { readonly user?: SignedInUser }

/** Runs one attempt to sign in: the user is stored and the error cleared, or the other way round. Throws what failed. */
export async function attemptSignIn(call: () => Promise<SignInAnswer>): Promise<void> {
  setSigningIn(true)
  try {
    const answer = await call()
    const user = answer.user ?? null
    const before = slices.get('loginData').user
    if (before && before.id !== user?.id) forgetUser()
    storeTokens(answer)
    ended = null
    slices.set('loginData', { user, error: null })
  } catch (error) {
    slices.set('loginData', { user: null, error: errorMessage(error) })
    throw error
  } finally {
    setSigningIn(false)
  }
}

/** Signs in with the product's own login. Throws ApiError. */
export const signIn = (email: string, password: string): Promise<void> =>
  attemptSignIn(() => api.post<SignInAnswer>('login', { auth: 'none', reads: true, json: { email, password } }))

function forgetUser(): void {
  slices.purge()
  sessionStorage.removeItem(sessionKeys.application)
  sessionStorage.removeItem(sessionKeys.subApplication)
  localStorage.removeItem(localKeys.lastApplication)
}

function end(reason: EndReason): void {
  ended = reason
  clearTokens()
  // An expired session is taken up again by the same person as a rule: what that person chose is kept until another signs in.
  if (reason !== 'expired') forgetUser()
  for (const listener of endListeners) listener(reason)
}

/** Ends the session here at once and tells the server; a server that is away is told nothing. */
export async function signOut(): Promise<void> {
  const token = refreshToken()
  const told = api
    .post('logout', { json: token ? { refresh_token: token } : {}, background: true })
    .catch(() => undefined)
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1500))])
  end('signed-out')
}

/** Connects the calls with the session, and this tab with signing out in another one. */
export function startSession(): void {
  installAuthorization(createAuthorization(() => end('expired')))
  window.addEventListener('storage', (event) => {
    if ((event.key === localKeys.loggedIn || event.key === null) && !isLoggedIn()) end('elsewhere')
  })
}
