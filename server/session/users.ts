import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { demandOutranks } from './administrators.ts'
import { newLink } from './mail-tokens.ts'
import { administratorResetMail, inviteMail, verifyMail } from './mails.ts'
import type { SessionServices } from './services.ts'

interface Addressee {
  id: number
  email: string
  name: string
  status: string
  verified: boolean
  has_password: boolean
  organization: string
}

/** A user of the caller's organisation by id or address. */
export interface UserChoice {
  id?: number
  email?: string
}

async function addressee(tx: Tx, organizationId: number, { id, email }: UserChoice): Promise<Addressee> {
  const [user] = await tx.query<Addressee>(sql`
    select u.id, u.email, u.name, u.status, a.email_verified_at is not null as verified, c.user_id is not null as has_password, o.name as organization
    from app_user u
    join organization o on o.organization_id = u.organization_id
    join account a on a.organization_id = u.organization_id and a.user_id = u.id
    left join credential c on c.organization_id = u.organization_id and c.user_id = u.id
    where u.organization_id = ${organizationId} and (u.id = ${id ?? null} or lower(u.email) = ${email?.trim().toLowerCase() ?? null})`)
  if (!user) throw new AppError('NOT_FOUND')
  if (user.status === 'deactivated') throw new AppError('WRONG_STATE', { message: 'This user is deactivated.' })
  return user
}

/** Whether a user has confirmed the address and has a password, so that there is nothing left to confirm. */
export async function isConfirmed(s: SessionServices, caller: Caller, choice: UserChoice): Promise<boolean> {
  const { verified, has_password: hasPassword } = await s.db.system((tx) =>
    addressee(tx, caller.organizationId, choice),
  )
  return verified && hasPassword
}

/** Whether a user of the organisation could sign in as things stand: by a password or by an identity provider. */
export async function canSignIn(s: SessionServices, caller: Caller, userId: number): Promise<boolean> {
  const [way] = await s.db.system((tx) =>
    tx.query(sql`
      select 1 as one from credential where organization_id = ${caller.organizationId} and user_id = ${userId}
      union all select 1 from sso_identity where organization_id = ${caller.organizationId} and user_id = ${userId} limit 1`),
  )
  return way !== undefined
}

/** Mails the invitation again, or for a user with a password the link that confirms the address. Throws WRONG_STATE once it is confirmed. */
export async function resendVerificationMail(s: SessionServices, caller: Caller, choice: UserChoice): Promise<void> {
  const { organizationId } = caller
  const mail = await s.db.system(async (tx) => {
    const user = await addressee(tx, organizationId, choice)
    if (user.verified && user.has_password)
      throw new AppError('WRONG_STATE', { message: 'This address is confirmed already.' })
    const purpose = user.has_password ? 'verify' : 'invite'
    const link = await newLink(s, tx, { purpose, organizationId, userId: user.id, email: user.email, mailed: true })
    const occasion = { to: user.email, name: user.name, organization: user.organization, link }
    return purpose === 'invite' ? inviteMail(occasion) : verifyMail(occasion)
  })
  await s.mailer.send(mail)
}

/** A link that sets a new password, to be handed over by the administrator. Throws FORBIDDEN for a user who holds more than the caller. */
export async function generateResetLink(s: SessionServices, caller: Caller, choice: UserChoice): Promise<string> {
  return s.db.system(async (tx) => {
    const { id: userId, email } = await addressee(tx, caller.organizationId, choice)
    await demandOutranks(tx, caller, userId)
    return newLink(s, tx, { purpose: 'reset', organizationId: caller.organizationId, userId, email, mailed: false })
  })
}

/** Mails a link that sets a new password to the user's own address. Throws FORBIDDEN for a user who holds more than the caller, MAIL_FAILED. */
export async function mailResetLink(s: SessionServices, caller: Caller, choice: UserChoice): Promise<void> {
  const { organizationId } = caller
  const mail = await s.db.system(async (tx) => {
    const { id: userId, email, name, organization } = await addressee(tx, organizationId, choice)
    await demandOutranks(tx, caller, userId)
    const link = await newLink(s, tx, { purpose: 'reset', organizationId, userId, email, mailed: true })
    return administratorResetMail({ to: email, name, organization, link })
  })
  await s.mailer.send(mail)
}
