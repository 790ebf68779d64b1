import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { claimsOf } from '../authenticate.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { changePassword, forgotPassword, resetPassword, verifyEmailAddress } from '../session/password-reset.ts'
import { loadProfile, preferencesSchema, savePreferences } from '../session/profile.ts'
import { closeSession, pruneSessions, refreshSession, type Tokens } from '../session/refresh.ts'
import type { SessionServices } from '../session/services.ts'
import { type SignedIn, signIn } from '../session/sign-in.ts'
import { demandProvider, signInWithCode } from '../session/single-sign-on.ts'

const needed = (what: string) =>
  z
    .string({ error: `${what} is needed.` })
    .min(1, `${what} is needed.`)
    .max(4_000)

const loginBody = z.object({ email: needed('The email address'), password: needed('The password') })
const refreshBody = z.object({ refresh_token: needed('The refresh token') })
const codeBody = z.object({
  code: needed('The code'),
  code_verifier: needed('The code verifier'),
  nonce: needed('The nonce'),
  redirect_uri: z.string().optional(),
  iss: z.string().optional(),
})
const grantBody = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token'], { error: 'Use authorization_code or refresh_token.' }),
})
const forgotBody = z.object({ email: needed('The email address') })
const resetBody = z.object({
  token: needed('The token'),
  new_password: needed('The new password'),
  verify_email: z.union([z.boolean(), z.string()]).nullish(),
})
const changeBody = z.object({ old_password: needed('The present password'), new_password: needed('The new password') })

const open = { config: { public: true } }

/** Both spellings of the specification. */
const tokensAnswer = ({ accessToken, refreshToken, userType }: Tokens) => ({
  token: accessToken,
  refreshToken,
  access_token: accessToken,
  refresh_token: refreshToken,
  user_type: userType,
})
const signedInAnswer = ({ tokens, user }: SignedIn) => ({ response: { ...tokensAnswer(tokens), user } })
const origin = (request: FastifyRequest) => ({ address: request.ip, userAgent: request.headers['user-agent'] })

/** Signing in and out, refreshing, passwords and the caller's own profile. */
export function sessionRoutes(app: FastifyInstance, { session }: Services): void {
  forgetExpired(app, session)
  app.get('/api/sign-in-options', open, async () => ({
    response: { ...session.ways, token_header: session.tokenHeader },
  }))

  app.post('/api/login', open, async (request) => {
    const { email, password } = parseInput(loginBody, request.body)
    return signedInAnswer(await signIn(session, { email, password, ...origin(request) }))
  })

  app.post('/api/refresh', open, async (request) => {
    const { refresh_token: token } = parseInput(refreshBody, request.body)
    return { response: tokensAnswer(await refreshSession(session, token, 'own')) }
  })

  app.get<{ Querystring: { login_hint?: string } }>('/api/okta/authorize-url', open, async (request) => ({
    response: await demandProvider(session).authorize(request.query.login_hint),
  }))

  app.post('/api/okta/token', open, async (request) => {
    const { grant_type: grant } = parseInput(grantBody, request.body)
    if (grant === 'refresh_token') {
      const { refresh_token: token } = parseInput(refreshBody, request.body)
      return { response: tokensAnswer(await refreshSession(session, token, 'sso')) }
    }
    const {
      code,
      code_verifier: codeVerifier,
      nonce,
      redirect_uri: redirectUri,
      iss: issuer,
    } = parseInput(codeBody, request.body)
    return signedInAnswer(
      await signInWithCode(session, { code, codeVerifier, nonce, redirectUri, issuer, ...origin(request) }),
    )
  })

  // Public: somebody whose access token has just expired wants to sign out all the same.
  app.post('/api/logout', open, async (request) => {
    const { refresh_token: refreshToken } = parseInput(z.object({ refresh_token: z.string().optional() }), request.body)
    const claims = await claimsOf(session, request)
    await closeSession(session, { sessionId: claims?.sessionId, refreshToken })
    if (claims) session.callers.forget(claims.organizationId, claims.userId)
    return { response: {}, message: 'You have signed out.' }
  })

  app.post('/api/password/forgot', open, async (request) => {
    const { email } = parseInput(forgotBody, request.body)
    await forgotPassword(session, email, request.ip)
    return { response: {}, message: 'If this address belongs to an account, a mail with a link is on its way.' }
  })

  app.post('/api/password/reset', open, async (request) => {
    const body = parseInput(resetBody, request.body)
    const { unconfirmed } = await resetPassword(session, {
      token: body.token,
      newPassword: body.new_password,
      verifyEmail: body.verify_email ?? undefined,
    })
    return {
      response: {},
      message: unconfirmed
        ? 'Your new password is set. A mail to confirm your address is on its way: open its link, then sign in.'
        : 'Your new password is set. Sign in with it.',
    }
  })

  app.post('/api/password/verify-email', open, async (request) => {
    await verifyEmailAddress(session, parseInput(z.object({ token: needed('The token') }), request.body).token)
    return { response: {}, message: 'Your email address is confirmed.' }
  })

  app.post('/api/reset', async (request) => {
    const { old_password: oldPassword, new_password: newPassword } = parseInput(changeBody, request.body)
    await changePassword(session, request.caller, { oldPassword, newPassword })
    return { response: {}, message: 'Your password is changed. Other sessions have been signed out.' }
  })

  app.get('/api/profile', async (request) => ({ response: await loadProfile(session.db, request.caller) }))

  app.put('/api/profile', async (request) => {
    await savePreferences(session.db, request.caller, parseInput(preferencesSchema, request.body))
    return { response: await loadProfile(session.db, request.caller) }
  })
}

/** Removes expired sessions, links and attempts every hour while the application listens. */
function forgetExpired(app: FastifyInstance, session: SessionServices): void {
  let timer: NodeJS.Timeout | undefined
  const prune = () => session.background.run(() => pruneSessions(session))
  app.addHook('onListen', async () => {
    timer = setInterval(prune, 60 * 60 * 1000).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await session.background.settled()
  })
}
