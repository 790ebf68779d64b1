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

/** The claims of a token that we signed and that has not expired, otherwise undefined. */
export async function verifyAccessToken(secrets: Secrets, token: string, now: Date): Promise<AccessClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, secrets.signing, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer,
      audience,
      currentDate: now,
    })
    const userId = Number(payload.sub)
    const { sid, org } = payload
    if (typeof sid !== 'string' || typeof org !== 'number' || !Number.isSafeInteger(userId)) return undefined
    return { sessionId: sid, userId, organizationId: org }
  } catch {
    return undefined
  }
}
