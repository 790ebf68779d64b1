import * as oidc from 'openid-client'
import { AppError } from '../errors.ts'
import type { IdentityProviderSettings } from './settings.ts'

export interface Identity {
  issuer: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
  refreshToken: string | undefined
}

export type RefreshOutcome =
  | { outcome: 'refreshed'; refreshToken: string | undefined }
  | { outcome: 'refused' }
  | { outcome: 'unreachable'; cause: unknown }

export interface AuthorizationRequest {
  url: string
  state: string
  nonce: string
  code_verifier: string
  redirect_uri: string
}

export interface CodeExchange {
  code: string
  codeVerifier: string
  nonce: string
  /** Sent back by some providers (RFC 9207) to tell which one answered. */
  issuer: string | undefined
}

export interface IdentityProvider {
  readonly settings: IdentityProviderSettings
  authorize(loginHint?: string): Promise<AuthorizationRequest>
  exchange(exchange: CodeExchange): Promise<Identity>
  refresh(refreshToken: string): Promise<RefreshOutcome>
}

const timeoutSeconds = 10
const unreachable = (cause: unknown) =>
  new AppError('UNAVAILABLE', { message: 'The identity provider does not answer. Try again shortly.', cause })

/** Any OpenID Connect provider, found by discovery when it is first needed and again after a failure. */
export function createIdentityProvider(settings: IdentityProviderSettings): IdentityProvider {
  let discovered: Promise<oidc.Configuration> | undefined
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined
      throw unreachable(error)
    })
    return discovered
  }
  return {
    settings,
    authorize: async (loginHint) => authorizationRequest(await configuration(), settings, loginHint),
    exchange: async (exchange) => exchangeCode(await configuration(), settings, exchange),
    refresh: async (token) => {
      try {
        const answer = await oidc.refreshTokenGrant(await configuration(), token)
        return { outcome: 'refreshed', refreshToken: answer.refresh_token }
      } catch (error) {
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return { outcome: 'refused' }
        return { outcome: 'unreachable', cause: error }
      }
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: IdentityProviderSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer)
  // A provider on the own machine is a developer's; every other one has to speak https.
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return oidc.discovery(url, clientId, clientSecret, clientSecret ? undefined : oidc.None(), {
    timeout: timeoutSeconds,
    execute: url.protocol === 'http:' && local ? [oidc.allowInsecureRequests] : [],
  })
}

async function authorizationRequest(
  configuration: oidc.Configuration,
  { redirectUri, scope }: IdentityProviderSettings,
  loginHint: string | undefined,
): Promise<AuthorizationRequest> {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Providers that follow the standard give an offline token only to somebody who consented.
    ...(scope.split(' ').includes('offline_access') && { prompt: 'consent' }),
    ...(loginHint && { login_hint: loginHint }),
  })
  return { url: url.href, state, nonce, code_verifier: verifier, redirect_uri: redirectUri }
}

async function exchangeCode(
  configuration: oidc.Configuration,
  settings: IdentityProviderSettings,
  exchange: CodeExchange,
): Promise<Identity> {
  const callback = new URL(settings.redirectUri)
  callback.searchParams.set('code', exchange.code)
  if (exchange.issuer) callback.searchParams.set('iss', exchange.issuer)
  else if (configuration.serverMetadata().authorization_response_iss_parameter_supported)
    callback.searchParams.set('iss', configuration.serverMetadata().issuer)
  const answer = await oidc
    .authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: exchange.codeVerifier,
      expectedNonce: exchange.nonce,
      idTokenExpected: true,
    })
    .catch(refuse)
  const claims = answer.claims()
  if (!claims) throw new AppError('SIGN_IN_FAILED', { message: 'The identity provider did not say who you are.' })
  const known =
    typeof claims.email === 'string'
      ? claims
      : await oidc.fetchUserInfo(configuration, answer.access_token, claims.sub).catch(refuse)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text(known.email)?.toLowerCase(),
    emailVerified: known.email_verified === true,
    name: text(known.name),
    refreshToken: answer.refresh_token,
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** A provider that says no is the user's matter, one that says nothing is not. */
function refuse(error: unknown): never {
  const said =
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.AuthorizationResponseError ||
    error instanceof oidc.ClientError
  if (said)
    throw new AppError('SIGN_IN_FAILED', { message: 'Single sign-on was not completed. Start again.', cause: error })
  throw unreachable(error)
}
