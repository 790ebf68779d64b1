import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './authorize.ts'
import { AppError } from './errors.ts'
import { knownZone } from './caller-day.ts'
import { type AccessClaims, verifyAccessToken } from './session/access-token.ts'
import type { SessionServices } from './session/services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before every handler below /api whose route is not public. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Answered without signing in. */
    public?: boolean
  }
}

/** Lets requests below /api pass only with a valid access token, except to routes that are public; sets `request.caller`. */
export function authenticate(app: FastifyInstance, session: SessionServices): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions
    if (!url?.startsWith('/api/') || config.public || url === '/api/health' || url.startsWith('/api/health/')) return
    const caller = await callerOf(session, request)
    request.caller = { ...caller, ...sourcesOf(request, caller) }
  })
}

/** Which application and which source of data the request is about: app_source_type and data_source_type of form_fields. */
function sourcesOf(
  { headers }: FastifyRequest,
  { apps, zone }: Caller,
): Pick<Caller, 'application' | 'dataSource' | 'languages' | 'zone'> {
  const text = (name: string): string | null => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, 60) : null
  }
  const application = text('x-app-source-type')
  return {
    application: application && apps.includes(application) ? application : null,
    dataSource: text('x-data-source-type'),
    languages: languagesIn(headers['accept-language']),
    zone: knownZone(text('x-time-zone')) ?? zone,
  }
}

/** The tags of an Accept-Language header, the most wanted first; 'de-at;q=0.8' is de-AT. */
export function languagesIn(header = ''): string[] {
  return header
    .slice(0, 200)
    .split(',')
    .flatMap((part) => {
      const [, language, region, weight = '1'] =
        /^\s*([a-z]{2})(?:-([a-z]{2}))?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(part) ?? []
      if (language === undefined || Number(weight) === 0) return []
      const tag = region ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase()
      return [{ tag, weight: Number(weight) }]
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The access token of a request: the bearer token, or the second header where a proxy keeps Authorization for itself. */
function tokenOf(request: FastifyRequest, header: string): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const second = request.headers[header]
  return bearer ?? (typeof second === 'string' && second !== '' ? second : undefined)
}

/** The claims of the request's token, or undefined without a valid one. */
export async function claimsOf(session: SessionServices, request: FastifyRequest): Promise<AccessClaims | undefined> {
  const token = tokenOf(request, session.tokenHeader)
  return token === undefined ? undefined : verifyAccessToken(session.secrets, token, session.clock())
}

/** Who asks, when the request carries a valid token. */
export async function knownCaller(session: SessionServices, request: FastifyRequest): Promise<Caller | undefined> {
  const claims = await claimsOf(session, request)
  return claims && session.callers.load(claims)
}

async function callerOf(session: SessionServices, request: FastifyRequest): Promise<Caller> {
  if (tokenOf(request, session.tokenHeader) === undefined) throw new AppError('UNAUTHENTICATED')
  const claims = await claimsOf(session, request)
  const caller = claims && (await session.callers.load(claims))
  if (!caller) throw new AppError('SESSION_EXPIRED')
  return caller
}
