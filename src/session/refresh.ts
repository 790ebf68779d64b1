import { api } from '#src/data/api.ts'
import { ApiError, cancelled } from '#src/data/api-error.ts'
import type { Authorization } from '#src/data/authorization.ts'
import { currentApplication } from './application.ts'
import { accessToken, refreshToken, storeTokens, type TokenAnswer, userType } from './tokens.ts'

// A call that waited for it was not sent.
const quiet = { auth: 'none', reads: true } as const

/** Asks for new tokens, where the user's type says. */
async function requestTokens(token: string): Promise<TokenAnswer> {
  return userType() === 'sso'
    ? api.post<TokenAnswer>('okta/token', { ...quiet, json: { grant_type: 'refresh_token', refresh_token: token } })
    : api.post<TokenAnswer>('refresh', { ...quiet, json: { refresh_token: token } })
}

/** Refreshes once; another tab that was faster has done it for this one too, as both share the stored tokens. */
async function refreshFrom(used: string): Promise<void> {
  if (accessToken() !== used && accessToken() !== null) return
  const token = refreshToken()
  if (token === null) throw cancelled()
  storeTokens(await requestTokens(token))
}

const oneTabAtATime = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? (navigator.locks.request('tierline:refresh', work) as Promise<void>) : work()

/** A refresh that was not answered says nothing about the session: it goes on, only the waiting calls fail. */
const unanswered = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * What the calls ask: one refresh at a time; calls wait for it; when it is refused the waiting calls are cancelled and
 * `ended` is called once.
 */
export function createAuthorization(ended: () => void): Authorization {
  let running: Promise<void> | null = null

  const run = async (used: string): Promise<void> => {
    try {
      await oneTabAtATime(() => refreshFrom(used))
    } catch (error) {
      if (unanswered(error)) throw error
      ended()
      throw cancelled()
    } finally {
      running = null
    }
  }

  return {
    accessToken,
    application: currentApplication,
    settled: () => running ?? Promise.resolve(),
    renew: (used) => {
      if (running) return running
      const now = accessToken()
      if (now === null) return Promise.reject(cancelled())
      if (now !== used) return Promise.resolve()
      running = run(used)
      return running
    },
  }
}
