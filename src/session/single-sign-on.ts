import { api } from '#src/data/api.ts'
import { attemptSignIn, type SignInAnswer } from './session.ts'
import { sessionKeys } from './storage-keys.ts'

/** Which ways to sign in this installation offers. */
export interface SignInOptions {
  readonly own: boolean
  readonly sso: boolean
}

export const signInOptions = (): Promise<SignInOptions> =>
  api.get<SignInOptions>('sign-in-options', { auth: 'none', background: true })

/** Authorization code with PKCE: what the server prepared, kept in this tab until the provider sends the user back. */
interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly code_verifier: string
  readonly redirect_uri: string
  readonly returnTo: string
}

type Prepared = Omit<Attempt, 'returnTo'> & { readonly url: string }

/** Asks the server for the provider's address and goes there; comes back to the redirect address with a code. */
export async function startSingleSignOn(
  returnTo: string,
  go: (url: string) => void = (url) => window.location.assign(url),
): Promise<void> {
  const { url, ...prepared } = await api.get<Prepared>('okta/authorize-url', { auth: 'none' })
  const attempt: Attempt = { ...prepared, returnTo }
  sessionStorage.setItem(sessionKeys.singleSignOn, JSON.stringify(attempt))
  go(url)
}

function takeAttempt(): Attempt | null {
  const text = sessionStorage.getItem(sessionKeys.singleSignOn)
  sessionStorage.removeItem(sessionKeys.singleSignOn)
  return text === null ? null : (JSON.parse(text) as Attempt)
}

/** Ends single sign-on with the provider's answer; answers the path the user wanted. Throws with words for the user. */
export async function finishSingleSignOn(search: URLSearchParams): Promise<string> {
  const attempt = takeAttempt()
  // A state that this tab did not ask for may be an answer that somebody else wants us to take up.
  if (attempt === null || attempt.state !== search.get('state'))
    throw new Error('This sign-in was not started here. Start it again.')
  const code = search.get('code')
  if (code === null) throw new Error(search.get('error_description') ?? 'The identity provider refused the sign-in.')
  const { nonce, code_verifier, redirect_uri, returnTo } = attempt
  const iss = search.get('iss')
  await attemptSignIn(() =>
    api.post<SignInAnswer>('okta/token', {
      auth: 'none',
      json: {
        grant_type: 'authorization_code',
        code,
        code_verifier,
        nonce,
        redirect_uri,
        ...(iss === null ? {} : { iss }),
      },
    }),
  )
  return returnTo
}
