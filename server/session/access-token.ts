import { jwtVerify, SignJWT } from 'jose'
import type { Secrets } from './secrets.ts'

export interface AccessClaims {
  sessionId: string
  userId: number
  organizationId: number
}

export const accessTokenSeconds = 15 * 60
const issuer = 'tierline'
const audience = 'tierline-api'

/** A signed access token, valid for fifteen minutes from `now`. */
export function signAccessToken(secrets: Secrets, claims: AccessClaims, now: Date): Promise<string> {
  const at = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.sessionId, org: claims.organizationId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(String(claims.userId))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(at)
    .setExpirationTime(at + accessTokenSeconds)
    .sign(secrets.signing)
}

interface Verified {
  readonly claims: AccessClaims
  /** Milliseconds. */
  readonly until: number
}

// A browser sends the same token with every request for a quarter of an hour; its signature is calculated once.
const verified = new WeakMap<Secrets, Map<string, Verified>>()
const mostVerified = 10_000

/** The claims of a token that we signed and that has not expired, otherwise undefined. */
export async function verifyAccessToken(secrets: Secrets, token: string, now: Date): Promise<AccessClaims | undefined> {
  const known = verified.get(secrets) ?? new Map<string, Verified>()
  verified.set(secrets, known)
  const found = known.get(token)
  if (found && found.until > now.getTime()) return found.claims
  const read = await readAccessToken(secrets, token, now)
  if (read && known.size >= mostVerified) known.clear()
  if (read) known.set(token, read)
  return read?.claims
}

async function readAccessToken(secrets: Secrets, token: string, now: Date): Promise<Verified | undefined> {
  try {
    const { payload } = await jwtVerify(token, secrets.signing, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer,
      audience,
      requiredClaims: ['exp'],
      currentDate: now,
    })
    const userId = Number(payload.sub)
    const { sid, org, exp } = payload
    if (typeof sid !== 'string' || typeof org !== 'number' || !Number.isSafeInteger(userId)) return undefined
    return { claims: { sessionId: sid, userId, organizationId: org }, until: exp! * 1_000 }
  } catch {
    return undefined
  }
}
