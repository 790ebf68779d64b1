import { localKeys } from './storage-keys.ts'

export type UserType = 'own' | 'sso'

/** The tokens as login, refresh and okta/token answer them, in either spelling. */
export interface TokenAnswer {
  readonly token?: string
  readonly access_token?: string
  readonly refreshToken?: string
  readonly refresh_token?: string
  readonly user_type?: string
}

export const accessToken = (): string | null => localStorage.getItem(localKeys.accessToken)
export const refreshToken = (): string | null => localStorage.getItem(localKeys.refreshToken)
export const userType = (): UserType => (localStorage.getItem(localKeys.userType) === 'sso' ? 'sso' : 'own')

/** Stores what an answer brings; a refresh that brings no new refresh token keeps the old one. */
export function storeTokens(answer: TokenAnswer): void {
  const access = answer.access_token ?? answer.token
  const refresh = answer.refresh_token ?? answer.refreshToken
  if (!access) throw new Error('The answer holds no access token')
  localStorage.setItem(localKeys.accessToken, access)
  if (refresh) localStorage.setItem(localKeys.refreshToken, refresh)
  if (answer.user_type) localStorage.setItem(localKeys.userType, answer.user_type)
  localStorage.setItem(localKeys.loggedIn, 'true')
}

export function clearTokens(): void {
  for (const key of [localKeys.accessToken, localKeys.refreshToken, localKeys.userType, localKeys.loggedIn])
    localStorage.removeItem(key)
  sessionStorage.removeItem(localKeys.loggedIn)
}

/** Whether somebody has signed in and not out again; other products of the house set the flag in session storage. */
export const isLoggedIn = (): boolean =>
  localStorage.getItem(localKeys.loggedIn) === 'true' || sessionStorage.getItem(localKeys.loggedIn) === 'true'
