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
export interface Attempt {
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

/** The attempt that this tab began, once: whoever takes it has to end it. Null when this tab began none. */
export function takeAttempt(): Attempt | null {
  const text = sessionStorage.getItem(sessionKeys.singleSignOn)
  sessionStorage.removeItem(sessionKeys.singleSignOn)
  return text === null ? null : (JSON.parse(text) as Attempt)
}

/** What a provider may answer instead of a code (RFC 6749, OpenID Connect), in the user's words. */
const refusals: Readonly<Record<string, string>> = {
  access_denied: 'You did not sign in at the identity provider.',
  server_error: 'The identity provider could not sign you in just now. Try again shortly.',
  temporarily_unavailable: 'The identity provider could not sign you in just now. Try again shortly.',
  login_required: 'The identity provider wants you to sign in there first. Start again.',
}

function refusalOf(search: URLSearchParams): string {
  const known = refusals[search.get('error') ?? '']
  const said = search.get('error_description')
  if (known) return known
  return said ? `The identity provider refused the sign-in: ${said}` : 'The identity provider refused the sign-in.'
}

/** Ends single sign-on with the provider's answer. Throws with words for the user. */
export async function finishSingleSignOn(attempt: Attempt | null, search: URLSearchParams): Promise<void> {
  // A state that this tab did not ask for may be an answer that somebody else wants us to take up.
  if (attempt === null || attempt.state !== search.get('state'))
    throw new Error('This sign-in was not started here. Start it again.')
  const code = search.get('code')
  if (code === null) throw new Error(refusalOf(search))
  const { nonce, code_verifier, redirect_uri } = attempt
  const iss = search.get('iss')
  await attemptSignIn(() =>
    api.post<SignInAnswer>('okta/token', {
      auth: 'none',
      reads: true,
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
}
