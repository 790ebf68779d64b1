import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { noteConfirmation } from './confirmation.ts'
import type { Identity, IdentityProvider } from './identity-provider.ts'
import { openSession } from './refresh.ts'
import { createUserIn } from './seed.ts'
import type { SessionServices } from './services.ts'
import { demandActive, type SignedIn } from './sign-in.ts'

export interface CodeSignIn {
  code: string
  codeVerifier: string
  nonce: string
  redirectUri: string | undefined
  issuer: string | undefined
  address: string
  userAgent: string | undefined
}

/** The identity provider of this installation; throws NOT_IMPLEMENTED where there is none. */
export function demandProvider(s: SessionServices): IdentityProvider {
  if (!s.identityProvider) throw new AppError('NOT_IMPLEMENTED', { message: 'Single sign-on is not set up here.' })
  return s.identityProvider
}

/** Signs in with the code of the identity provider. Throws SIGN_IN_FAILED for a refused code, FORBIDDEN for somebody who has no account here. */
export async function signInWithCode(s: SessionServices, signIn: CodeSignIn): Promise<SignedIn> {
  const provider = demandProvider(s)
  const { code, codeVerifier, nonce, redirectUri, issuer, address, userAgent } = signIn
  if (redirectUri !== undefined && redirectUri !== provider.settings.redirectUri) {
    throw new AppError('BAD_REQUEST', {
      message: 'The redirect address is not the one that was agreed with the identity provider.',
    })
  }
  const identity = await provider.exchange({ code, codeVerifier, nonce, issuer })
  const user = await s.db.system((tx) => userOf(tx, identity, provider, s.clock()))
  demandActive({ status: user.status, verified: true })
  const { organization_id: organizationId, id: userId, email, name } = user
  const session = {
    organizationId,
    userId,
    userType: 'sso',
    address,
    userAgent,
    providerToken: identity.refreshToken,
  } as const
  return { tokens: await openSession(s, session), user: { id: userId, email, name, organization_id: organizationId } }
}

interface UserRow {
  id: number
  organization_id: number
  email: string
  name: string
  status: string
}

/** The user behind an identity: linked before, or known by a verified address, or created where the environment says so. */
async function userOf(tx: Tx, identity: Identity, provider: IdentityProvider, now: Date): Promise<UserRow> {
  const [linked] = await tx.query<UserRow>(sql`
    select u.id, u.organization_id, u.email, u.name, u.status
    from sso_identity i join app_user u on u.organization_id = i.organization_id and u.id = i.user_id
    where i.issuer = ${identity.issuer} and i.subject = ${identity.subject}`)
  if (linked) return linked
  const { trustEmail, provision } = provider.settings
  if (!identity.email || !(identity.emailVerified || trustEmail)) {
    throw new AppError('FORBIDDEN', {
      message: 'The identity provider has not confirmed your email address.',
      details: { reason: 'unverified' },
    })
  }
  const known = (await userByEmail(tx, identity.email)) ?? (provision && (await provisionUser(tx, identity, provision)))
  if (!known) {
    throw new AppError('FORBIDDEN', {
      message: 'There is no account for you here. Ask your administrator for an invitation.',
      details: { reason: 'unknown' },
    })
  }
  await tx.query(sql`
    insert into sso_identity (issuer, subject, organization_id, user_id, linked_at)
    values (${identity.issuer}, ${identity.subject}, ${known.organization_id}, ${known.id}, ${now})`)
  await tx.query(sql`
    update account set email_verified_at = coalesce(email_verified_at, ${now}) where organization_id = ${known.organization_id} and user_id = ${known.id}`)
  await noteConfirmation(tx, known.organization_id, known.id)
  if (known.status !== 'invited') return known
  await tx.query(sql`
    update app_user set status = 'active', row_version = row_version + 1 where organization_id = ${known.organization_id} and id = ${known.id}`)
  return { ...known, status: 'active' }
}

async function userByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [user] = await tx.query<UserRow>(sql`
    select u.id, u.organization_id, u.email, u.name, u.status
    from account a join app_user u on u.organization_id = a.organization_id and u.id = a.user_id where a.email = ${email}`)
  return user
}

async function provisionUser(
  tx: Tx,
  identity: Identity,
  provision: { organization: string; role: string },
): Promise<UserRow> {
  const [place] = await tx.query<{ organization_id: number }>(sql`
    select o.organization_id from organization o join role r on r.organization_id = o.organization_id and r.code = ${provision.role}
    where o.code = ${provision.organization}`)
  if (!place)
    throw new AppError('INTERNAL', {
      message: `There is no organization ${provision.organization} with a role ${provision.role}`,
    })
  const email = identity.email ?? ''
  const name = identity.name ?? email
  const id = await createUserIn(tx, { organizationId: place.organization_id, email, name, role: provision.role })
  return { id, organization_id: place.organization_id, email, name, status: 'active' }
}
