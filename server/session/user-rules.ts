import { type Caller, can } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import {
  demandAdministrator,
  demandHolds,
  demandOutranks,
  lockAdministrators,
  permissionsOfRole,
} from './administrators.ts'
import { appsOfUser } from './caller.ts'
import { noteConfirmation } from './confirmation.ts'
import { newLink, revokeLinks } from './mail-tokens.ts'
import type { Mail } from './mailer.ts'
import { inviteMail, verifyMail } from './mails.ts'
import { revokeUser } from './refresh.ts'
import type { SessionServices } from './services.ts'

export interface UserRecord {
  id: number
  email: string
  name: string
  role: string
  status: string
  authorized_apps?: readonly string[] | null
}

/** Checks and completes the values of a user before they are written. Throws FORBIDDEN for more than the caller holds, WRONG_STATE for one's own deactivation. */
export async function prepareUser<V extends object>(
  tx: Tx,
  caller: Caller,
  before: UserRecord | null,
  values: V & Partial<UserRecord>,
): Promise<V> {
  await lockAdministrators(tx, caller.organizationId)
  if (before) await demandOutranks(tx, caller, before.id)
  if (values.role) demandHolds(caller, await permissionsOfRole(tx, caller.organizationId, values.role), 'role')
  await demandOpens(tx, caller, before, values)
  if (before?.id === caller.userId && values.status !== undefined && values.status !== 'active') {
    throw new AppError('WRONG_STATE', { message: 'You cannot deactivate yourself.' })
  }
  // Everybody begins as invited: there is no password and nobody has confirmed the address.
  const status = before === null && values.status !== 'deactivated' ? { status: 'invited' } : {}
  const email = values.email === undefined ? {} : { email: values.email.trim().toLowerCase() }
  return { ...values, ...email, ...status }
}

/** Throws FORBIDDEN for applications that the user would get and the caller does not have; whoever writes roles decides about applications. */
async function demandOpens(
  tx: Tx,
  caller: Caller,
  before: UserRecord | null,
  values: Partial<UserRecord>,
): Promise<void> {
  const role = values.role ?? before?.role
  if (role === undefined || can(caller, 'administration.roles')) return
  if (values.role === undefined && values.authorized_apps === undefined) return
  const own = (values.authorized_apps === undefined ? before?.authorized_apps : values.authorized_apps) ?? []
  const had = before ? await appsOfUser(tx, caller.organizationId, before) : []
  const given = await appsOfUser(tx, caller.organizationId, { role, authorized_apps: own })
  const missing = given.filter((name) => !caller.apps.includes(name) && !had.includes(name))
  if (missing.length === 0) return
  const isChosen = missing.some((name) => own.includes(name))
  const advice = own.length > 0 ? '.' : ': choose among yours under Authorized applications.'
  const message = `You cannot grant applications that you do not have yourself: ${missing.join(', ')}.${
    isChosen ? '' : ` They come with the role${advice}`
  }`
  const path = [isChosen ? 'authorized_apps' : 'role']
  throw new AppError('FORBIDDEN', { message, issues: [{ path, code: 'not_held', message }] })
}

/** What follows from a written user: the account, the invitation, the end of sessions, the last administrator. */
export async function settleUser(
  s: SessionServices,
  tx: Tx,
  caller: Caller,
  before: UserRecord | null,
  after: UserRecord,
): Promise<void> {
  if (!before) await invite(s, tx, caller, after)
  else if (before.email.toLowerCase() !== after.email.toLowerCase()) await moveAccount(s, tx, caller, after)
  await noteConfirmation(tx, caller.organizationId, after.id)
  if (before) await demandAdministrator(tx, caller.organizationId)
  const user = { organizationId: caller.organizationId, userId: after.id }
  tx.afterCommit(() => s.callers.forget(caller.organizationId, after.id))
  if (before && after.status === 'deactivated')
    tx.afterCommit(() =>
      s.db.system(async (own) => {
        await revokeUser(own, user, 'the user was deactivated', s.clock())
        await revokeLinks(own, user)
      }),
    )
}

async function invite(
  s: SessionServices,
  tx: Tx,
  caller: Caller,
  { id: userId, email, name, status }: UserRecord,
): Promise<void> {
  const { organizationId } = caller
  await tx
    .query(sql`insert into account (email, organization_id, user_id) values (${email}, ${organizationId}, ${userId})`)
    .catch(refuseTakenAddress)
  if (status === 'deactivated') return
  const link = await newLink(s, tx, { purpose: 'invite', organizationId, userId, email, mailed: true })
  const organization = await nameOfOrganization(tx, organizationId)
  sendAfterCommit(s, tx, inviteMail({ to: email, name, organization, link }))
}

async function moveAccount(
  s: SessionServices,
  tx: Tx,
  caller: Caller,
  { id: userId, email, name }: UserRecord,
): Promise<void> {
  const { organizationId } = caller
  await tx
    .query(
      sql`update account set email = ${email}, email_verified_at = null where organization_id = ${organizationId} and user_id = ${userId}`,
    )
    .catch(refuseTakenAddress)
  const link = await newLink(s, tx, { purpose: 'verify', organizationId, userId, email, mailed: true })
  const organization = await nameOfOrganization(tx, organizationId)
  sendAfterCommit(s, tx, verifyMail({ to: email, name, organization, link }))
}

/** Nobody is mailed a link that was taken back, and nobody waits for the mail server. */
const sendAfterCommit = (s: SessionServices, tx: Tx, mail: Mail): void =>
  tx.afterCommit(() => s.background.run(() => s.mailer.send(mail)))

/** An address signs in to one user only, so another organisation may hold it without being seen from here. */
function refuseTakenAddress(error: unknown): never {
  if ((error as { code?: string }).code !== '23505') throw error
  const message = 'This address signs in to an account already.'
  throw new AppError('VALIDATION', { issues: [{ path: ['email'], code: 'taken', message }], cause: error })
}

async function nameOfOrganization(tx: Tx, organizationId: number): Promise<string> {
  const [row] = await tx.query<{ name: string }>(
    sql`select name from organization where organization_id = ${organizationId} order by id limit 1`,
  )
  return row?.name ?? ''
}

/** Throws WRONG_STATE for oneself and for the last administrator, FORBIDDEN for somebody who holds more; otherwise removes what belongs to the account. */
export async function releaseUser(
  s: SessionServices,
  tx: Tx,
  caller: Caller,
  user: Pick<UserRecord, 'id'>,
): Promise<void> {
  if (user.id === caller.userId) throw new AppError('WRONG_STATE', { message: 'You cannot delete yourself.' })
  await lockAdministrators(tx, caller.organizationId)
  await demandOutranks(tx, caller, user.id)
  await demandAdministrator(tx, caller.organizationId, user.id)
  // Password, sessions, links and preferences go with it.
  await tx.query(sql`delete from account where organization_id = ${caller.organizationId} and user_id = ${user.id}`)
  tx.afterCommit(() => s.callers.forget(caller.organizationId, user.id))
}
