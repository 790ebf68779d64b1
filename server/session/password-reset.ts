import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { noteConfirmation } from './confirmation.ts'
import { findMailToken, type MailToken, newLink, useMailToken } from './mail-tokens.ts'
import { passwordChangedMail, resetMail, verifyMail } from './mails.ts'
import { passwordIssues } from './password-policy.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { revokeUser } from './refresh.ts'
import type { SessionServices } from './services.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

/** Mails a link to choose a new password, if the address is one of an active user; the caller learns nothing either way. */
export async function forgotPassword(s: SessionServices, email: string, address: string): Promise<void> {
  await countAttempt(s.db, [{ kind: 'address', value: address }], s.clock())
  s.background.run(async () => {
    const user = await s.db.system((tx) => mailedUser(tx, email.trim().toLowerCase()))
    if (!user) return
    const throttled = await countAttempt(s.db, [{ kind: 'mail', value: user.email }], s.clock()).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return true
        throw error
      },
    )
    if (throttled) return
    const { organization_id: organizationId, user_id: userId } = user
    const link = await s.db.system((tx) =>
      newLink(s, tx, { purpose: 'reset', organizationId, userId, email: user.email, mailed: true }),
    )
    await s.mailer.send(resetMail({ to: user.email, name: user.name, organization: '', link }))
  })
}

interface MailedUser {
  organization_id: number
  user_id: number
  email: string
  name: string
}

async function mailedUser(tx: Tx, email: string): Promise<MailedUser | undefined> {
  const [user] = await tx.query<MailedUser>(sql`
    select a.organization_id, a.user_id, a.email, u.name
    from account a join app_user u on u.organization_id = a.organization_id and u.id = a.user_id
    where a.email = ${email} and u.status <> 'deactivated'`)
  return user
}

export interface PasswordReset {
  token: string
  newPassword: string
  /** true: the address counts as verified too; a text: the address typed again, which has to be the account's. */
  verifyEmail: boolean | string | undefined
}

const deadLink = () =>
  new AppError('VALIDATION', {
    message: 'This link has expired or was used already. Ask for a new one.',
    issues: [
      { path: ['token'], code: 'expired', message: 'This link has expired or was used already. Ask for a new one.' },
    ],
  })

/** Sets a new password by a link and ends every session of the user; answers whether the address is still to be confirmed, by a mail that is then on its way. Throws VALIDATION for a dead link, another address or a weak password. */
export async function resetPassword(
  s: SessionServices,
  { token, newPassword, verifyEmail }: PasswordReset,
): Promise<{ unconfirmed: boolean }> {
  const now = s.clock()
  const found = await s.db.system((tx) => findMailToken(tx, token, ['reset', 'invite'], now))
  if (!found) throw deadLink()
  const typed =
    typeof verifyEmail === 'string' && verifyEmail !== '' && !/^(true|false)$/i.test(verifyEmail)
      ? verifyEmail
      : undefined
  if (typed !== undefined && typed.trim().toLowerCase() !== found.email) {
    throw new AppError('VALIDATION', {
      issues: [
        { path: ['verify_email'], code: 'other_email', message: 'This is not the address the link was made for.' },
      ],
    })
  }
  demandStrong(newPassword, found.email)
  const hash = await hashPassword(newPassword)
  await s.db.system(async (tx) => {
    if (!(await useMailToken(tx, token, now))) throw deadLink()
    await storePassword(tx, found.organization_id, found.user_id, hash, now)
    await finishInvitation(tx, found, now)
    await tx.query(sql`
      update mail_token set used_at = ${now}
      where organization_id = ${found.organization_id} and user_id = ${found.user_id} and purpose in ('reset', 'invite') and used_at is null`)
    await revokeUser(
      tx,
      { organizationId: found.organization_id, userId: found.user_id },
      'the password was reset',
      now,
    )
  })
  s.callers.forget(found.organization_id, found.user_id)
  await forgiveAttempt(s.db, [{ kind: 'account', value: found.email }])
  tellOwner(s, found.email, found.name)
  const unconfirmed = !found.mailed && !found.verified
  if (unconfirmed) s.background.run(() => sendVerification(s, found))
  return { unconfirmed }
}

async function sendVerification(s: SessionServices, found: MailToken): Promise<void> {
  const { organization_id: organizationId, user_id: userId, email: to, name, organization } = found
  const link = await s.db.system((tx) =>
    newLink(s, tx, { purpose: 'verify', organizationId, userId, email: to, mailed: true }),
  )
  await s.mailer.send(verifyMail({ to, name, organization, link }))
}

/** Whoever opened a mailed link owns the mailbox; a link handed over by an administrator proves no more than the administrator's word. */
async function finishInvitation(tx: Tx, found: MailToken, now: Date): Promise<void> {
  const { organization_id: organizationId, user_id: userId } = found
  if (found.mailed)
    await tx.query(sql`
      update account set email_verified_at = coalesce(email_verified_at, ${now}) where organization_id = ${organizationId} and user_id = ${userId}`)
  if (found.status === 'invited')
    await tx.query(
      sql`update app_user set status = 'active', row_version = row_version + 1 where organization_id = ${organizationId} and id = ${userId}`,
    )
  await noteConfirmation(tx, organizationId, userId)
}

/** Confirms an address by its link; throws VALIDATION for a dead one. */
export async function verifyEmailAddress(s: SessionServices, token: string): Promise<void> {
  const now = s.clock()
  await s.db.system(async (tx) => {
    const found = await findMailToken(tx, token, ['verify', 'invite'], now)
    if (!found) throw deadLink()
    await tx.query(sql`
      update account set email_verified_at = coalesce(email_verified_at, ${now})
      where organization_id = ${found.organization_id} and user_id = ${found.user_id}`)
    await noteConfirmation(tx, found.organization_id, found.user_id)
    // An invitation is still needed afterwards to choose the password.
    if (found.purpose === 'verify') await useMailToken(tx, token, now)
  })
}

export interface PasswordChange {
  oldPassword: string
  newPassword: string
}

/** Changes the caller's own password and ends the user's other sessions. Throws VALIDATION at old_password or new_password, TOO_MANY_REQUESTS after many wrong tries. */
export async function changePassword(
  s: SessionServices,
  caller: Caller,
  { oldPassword, newPassword }: PasswordChange,
): Promise<void> {
  const now = s.clock()
  const { organizationId, userId, email } = caller
  const [credential] = await s.db.system((tx) =>
    tx.query<{ password_hash: string }>(
      sql`select password_hash from credential where organization_id = ${organizationId} and user_id = ${userId}`,
    ),
  )
  if (!credential)
    throw new AppError('WRONG_STATE', { message: 'Your password is kept by the identity provider. Change it there.' })
  await countAttempt(s.db, [{ kind: 'account', value: email }], now)
  if (!(await verifyPassword(credential.password_hash, oldPassword))) {
    throw new AppError('VALIDATION', {
      issues: [{ path: ['old_password'], code: 'wrong', message: 'This is not your present password.' }],
    })
  }
  await forgiveAttempt(s.db, [{ kind: 'account', value: email }])
  if (oldPassword === newPassword) {
    throw new AppError('VALIDATION', {
      issues: [
        { path: ['new_password'], code: 'unchanged', message: 'Choose a password that differs from the present one.' },
      ],
    })
  }
  demandStrong(newPassword, email)
  const hash = await hashPassword(newPassword)
  await s.db.system(async (tx) => {
    await storePassword(tx, organizationId, userId, hash, now)
    await revokeUser(tx, { organizationId, userId, except: caller.sessionId }, 'the password was changed', now)
  })
  s.callers.forget(organizationId, userId)
  tellOwner(s, email, email)
}

function demandStrong(password: string, email: string): void {
  const issues = passwordIssues(password, email)
  if (issues.length > 0) throw new AppError('VALIDATION', { issues })
}

async function storePassword(tx: Tx, organizationId: number, userId: number, hash: string, now: Date): Promise<void> {
  await tx.query(sql`
    insert into credential (organization_id, user_id, password_hash, changed_at) values (${organizationId}, ${userId}, ${hash}, ${now})
    on conflict (organization_id, user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`)
}

function tellOwner(s: SessionServices, to: string, name: string): void {
  s.background.run(() => s.mailer.send(passwordChangedMail({ to, name })))
}
