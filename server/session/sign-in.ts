import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'
import { verifyPassword } from './passwords.ts'
import { openSession, type Tokens } from './refresh.ts'
import type { SessionServices } from './services.ts'
import { countAttempt, forgiveAttempt, type ThrottleKey } from './throttle.ts'

export interface SignIn {
  email: string
  password: string
  address: string
  userAgent: string | undefined
}

export interface SignedIn {
  tokens: Tokens
  user: { id: number; email: string; name: string; organization_id: number }
}

interface AccountRow {
  organization_id: number
  user_id: number
  email: string
  name: string
  status: string
  verified: boolean
  password_hash: string | null
}

/** Signs in with email and password. Throws SIGN_IN_FAILED without saying which of them was wrong, TOO_MANY_REQUESTS while throttled, FORBIDDEN for a user who may not sign in (only after the right password). */
export async function signIn(s: SessionServices, { email, password, address, userAgent }: SignIn): Promise<SignedIn> {
  if (!s.ways.own) throw new AppError('FORBIDDEN', { message: 'Sign in with single sign-on.' })
  const keys: ThrottleKey[] = [
    { kind: 'account', value: email.trim() },
    { kind: 'address', value: address },
  ]
  await countAttempt(s.db, keys, s.clock())
  const account = await findAccount(s, email)
  const right = await verifyPassword(account?.password_hash, password)
  if (!account || !right) throw new AppError('SIGN_IN_FAILED')
  await forgiveAttempt(s.db, keys)
  demandActive(account)
  const { organization_id: organizationId, user_id: userId, name } = account
  const tokens = await openSession(s, { organizationId, userId, userType: 'own', address, userAgent })
  return { tokens, user: { id: userId, email: account.email, name, organization_id: organizationId } }
}

async function findAccount(s: SessionServices, email: string): Promise<AccountRow | undefined> {
  const [row] = await s.db.system((tx) =>
    tx.query<AccountRow>(sql`
      select a.organization_id, a.user_id, a.email, u.name, u.status, a.email_verified_at is not null as verified, c.password_hash
      from account a
      join app_user u on u.organization_id = a.organization_id and u.id = a.user_id
      left join credential c on c.organization_id = a.organization_id and c.user_id = a.user_id
      where a.email = ${email.trim().toLowerCase()}`),
  )
  return row
}

/** Throws FORBIDDEN with the reason when a user whose identity is proven may not sign in. */
export function demandActive({ status, verified }: { status: string; verified: boolean }): void {
  if (status === 'deactivated') {
    throw new AppError('FORBIDDEN', {
      message: 'This account was deactivated. Ask your administrator.',
      details: { reason: 'deactivated' },
    })
  }
  if (status !== 'active' || !verified) {
    const message = 'Confirm your email address first: open the link in the mail that was sent to you.'
    throw new AppError('FORBIDDEN', { message, details: { reason: 'unverified' } })
  }
}
