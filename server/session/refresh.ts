import { randomUUID } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { type Sql, sql } from '../store/sql.ts'
import { signAccessToken } from './access-token.ts'
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts'
import { seal, unseal } from './secrets.ts'
import type { SessionServices } from './services.ts'

export type UserType = 'own' | 'sso'

export interface Tokens {
  accessToken: string
  refreshToken: string
  userType: UserType
}

export interface NewSession {
  organizationId: number
  userId: number
  userType: UserType
  address: string
  userAgent: string | undefined
  /** The identity provider's refresh token; kept encrypted here, the browser never sees it. */
  providerToken?: string
}

const day = 24 * 60 * 60 * 1000
const idleLifetime = 14 * day
const longestSession = 30 * day
// Without a token to ask the provider again, it has no say for this long.
const unattendedSsoSession = 12 * 60 * 60 * 1000
/** Tabs that refresh at the same moment send the same token; within this time that is no theft. */
export const reuseGrace = 10_000

const expired = () => new AppError('SESSION_EXPIRED')

/** Opens a session for a user whose identity was proven and answers its first pair of tokens. */
export async function openSession(s: SessionServices, session: NewSession): Promise<Tokens> {
  const { organizationId, userId, userType, providerToken } = session
  const now = s.clock()
  const sessionId = randomUUID()
  const lifetime = userType === 'sso' && !providerToken ? unattendedSsoSession : longestSession
  const sealed = providerToken === undefined ? null : seal(s.secrets, providerToken, sessionId)
  const refreshToken = await s.db.system(async (tx) => {
    await tx.query(sql`
      insert into session (id, organization_id, user_id, user_type, created_at, last_used_at, expires_at, address, user_agent, provider_token)
      values (${sessionId}, ${organizationId}, ${userId}, ${userType}, ${now}, ${now}, ${new Date(now.getTime() + lifetime)},
        ${session.address}, ${session.userAgent?.slice(0, 300) ?? null}, ${sealed})`)
    // No change of the record by anybody: its version and its history stay.
    await tx.query(sql`
      update app_user set last_sign_in = ${now} where organization_id = ${organizationId} and id = ${userId}`)
    return issue(tx, sessionId, now)
  })
  return {
    accessToken: await signAccessToken(s.secrets, { sessionId, userId, organizationId }, now),
    refreshToken,
    userType,
  }
}

async function issue(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const token = newOpaqueToken()
  await tx.query(sql`
    insert into refresh_token (hash, session_id, created_at, expires_at)
    values (${hashOpaqueToken(token)}, ${sessionId}, ${now}, ${new Date(now.getTime() + idleLifetime)})`)
  return token
}

interface Found {
  session_id: string
  organization_id: number
  user_id: number
  user_type: UserType
  used_at: string | null
  provider_token: Buffer | null
  usable: boolean
}

type Claim = { found: Found; first: boolean }

/**
 * Exchanges a refresh token for the next pair. A token used before ends the whole session, since somebody has a copy of it,
 * except within the grace. Throws SESSION_EXPIRED, or UNAVAILABLE (the token stays good) when the identity provider cannot be asked.
 */
export async function refreshSession(
  s: SessionServices,
  refreshToken: string,
  expectedType: UserType,
): Promise<Tokens> {
  const now = s.clock()
  const hash = hashOpaqueToken(refreshToken)
  const claim = await s.db.system((tx) => claimToken(tx, hash, expectedType, now))
  if (!claim) throw expired()
  const { found, first } = claim
  const providerToken = first && found.provider_token ? await askProvider(s, found, hash) : undefined
  const next = await s.db.system(async (tx) => {
    const sealed =
      providerToken === undefined ? sql`provider_token` : sql`${seal(s.secrets, providerToken, found.session_id)}`
    const [alive] = await tx.query(sql`
      update session set last_used_at = ${now}, provider_token = ${sealed} where id = ${found.session_id} and revoked_at is null returning id`)
    return alive ? issue(tx, found.session_id, now) : undefined
  })
  if (!next) throw expired()
  const claims = { sessionId: found.session_id, userId: found.user_id, organizationId: found.organization_id }
  return { accessToken: await signAccessToken(s.secrets, claims, now), refreshToken: next, userType: found.user_type }
}

async function claimToken(tx: Tx, hash: Buffer, expectedType: UserType, now: Date): Promise<Claim | undefined> {
  const [found] = await tx.query<Found>(sql`
    select s.id as session_id, s.organization_id, s.user_id, s.user_type, t.used_at, s.provider_token,
      s.revoked_at is null and s.expires_at > ${now} and t.expires_at > ${now} and coalesce(u.status = 'active', false) as usable
    from refresh_token t join session s on s.id = t.session_id
    left join app_user u on u.organization_id = s.organization_id and u.id = s.user_id
    where t.hash = ${hash} for update of t`)
  if (!found?.usable || found.user_type !== expectedType) return undefined
  if (found.used_at === null) {
    await tx.query(sql`update refresh_token set used_at = ${now} where hash = ${hash}`)
    return { found, first: true }
  }
  if (now.getTime() - new Date(found.used_at).getTime() <= reuseGrace) return { found, first: false }
  await revokeSessions(tx, sql`id = ${found.session_id}`, 'a refresh token was used twice', now)
  return undefined
}

/** Asks the provider whether the user is still welcome; answers its next refresh token. */
async function askProvider(s: SessionServices, found: Found, hash: Buffer): Promise<string | undefined> {
  if (!s.identityProvider || !found.provider_token) throw expired()
  const answer = await s.identityProvider.refresh(unseal(s.secrets, found.provider_token, found.session_id))
  if (answer.outcome === 'refreshed') return answer.refreshToken
  if (answer.outcome === 'refused') {
    await s.db.system((tx) =>
      revokeSessions(tx, sql`id = ${found.session_id}`, 'the identity provider refused', s.clock()),
    )
    throw expired()
  }
  await s.db.system((tx) => tx.query(sql`update refresh_token set used_at = null where hash = ${hash}`))
  throw new AppError('UNAVAILABLE', {
    message: 'The identity provider does not answer. Try again shortly.',
    cause: answer.cause,
  })
}

/** Ends the sessions that match; their access tokens stop working when callers are next loaded. */
export async function revokeSessions(tx: Tx, where: Sql, reason: string, now: Date): Promise<void> {
  await tx.query(
    sql`update session set revoked_at = ${now}, revoked_for = ${reason}, provider_token = null where revoked_at is null and ${where}`,
  )
}

/** Ends every session of a user but, where given, the one that goes on. */
export async function revokeUser(
  tx: Tx,
  user: { organizationId: number; userId: number; except?: string },
  reason: string,
  now: Date,
): Promise<void> {
  const other = user.except ? sql`and id <> ${user.except}` : sql``
  await revokeSessions(
    tx,
    sql`organization_id = ${user.organizationId} and user_id = ${user.userId} ${other}`,
    reason,
    now,
  )
}

/** Signs out: by the session of the access token, by a refresh token, or both. */
export async function closeSession(
  s: SessionServices,
  by: { sessionId?: string; refreshToken?: string },
): Promise<void> {
  const now = s.clock()
  await s.db.system(async (tx) => {
    if (by.sessionId) await revokeSessions(tx, sql`id = ${by.sessionId}`, 'signed out', now)
    if (by.refreshToken) {
      const hash = hashOpaqueToken(by.refreshToken)
      await revokeSessions(tx, sql`id = (select session_id from refresh_token where hash = ${hash})`, 'signed out', now)
    }
  })
}

/** Removes what has expired; sessions stay a month longer, for the record of who was signed in. */
export async function pruneSessions(s: SessionServices): Promise<void> {
  const now = s.clock().getTime()
  await s.db.system(async (tx) => {
    await tx.query(sql`delete from session where expires_at < ${new Date(now - 30 * day)}`)
    await tx.query(sql`delete from refresh_token where expires_at < ${new Date(now)}`)
    await tx.query(sql`delete from mail_token where expires_at < ${new Date(now - 30 * day)}`)
    await tx.query(sql`delete from login_attempt where last_at < ${new Date(now - day)}`)
  })
}
