import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts'
import type { SessionServices } from './services.ts'

export type LinkPurpose = 'reset' | 'invite' | 'verify'

export interface MailToken {
  purpose: LinkPurpose
  organization_id: number
  user_id: number
  email: string
  mailed: boolean
  name: string
  status: string
  verified: boolean
  organization: string
}

const hour = 60 * 60 * 1000
const lifetime: Record<LinkPurpose, number> = { reset: hour, invite: 7 * 24 * hour, verify: 7 * 24 * hour }
const pages: Record<LinkPurpose, string> = {
  reset: '/login/reset-password',
  invite: '/login/reset-password',
  verify: '/login/verify-email',
}

export interface NewLink {
  purpose: LinkPurpose
  organizationId: number
  userId: number
  email: string
  /** Whether it goes to the mailbox itself, so that using it proves the address. */
  mailed: boolean
}

/** Makes a link that works once; only its hash is stored. */
export async function newLink(s: SessionServices, tx: Tx, link: NewLink): Promise<string> {
  const token = newOpaqueToken()
  const now = s.clock()
  await tx.query(sql`
    insert into mail_token (hash, purpose, organization_id, user_id, email, mailed, created_at, expires_at)
    values (${hashOpaqueToken(token)}, ${link.purpose}, ${link.organizationId}, ${link.userId}, ${link.email}, ${link.mailed},
      ${now}, ${new Date(now.getTime() + lifetime[link.purpose])})`)
  const invited = link.purpose === 'invite' ? '&verify_email=true' : ''
  return `${s.publicUrl()}${pages[link.purpose]}?token=${token}${invited}`
}

/** What an unused, unexpired token stands for, as long as the address is still the user's and the user is not deactivated. */
export async function findMailToken(
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<MailToken | undefined> {
  const [found] = await tx.query<MailToken>(sql`
    select t.purpose, t.organization_id, t.user_id, t.email, t.mailed, u.name, u.status, a.email_verified_at is not null as verified, o.name as organization
    from mail_token t
    join account a on a.organization_id = t.organization_id and a.user_id = t.user_id and a.email = t.email
    join app_user u on u.organization_id = t.organization_id and u.id = t.user_id
    join organization o on o.organization_id = t.organization_id
    where t.hash = ${hashOpaqueToken(token)} and t.used_at is null and t.expires_at > ${now} and u.status <> 'deactivated'
      and t.purpose = any(${[...purposes]})`)
  return found
}

/** Uses a token up; false when somebody was faster. */
export async function useMailToken(tx: Tx, token: string, now: Date): Promise<boolean> {
  const used = await tx.query(
    sql`update mail_token set used_at = ${now} where hash = ${hashOpaqueToken(token)} and used_at is null returning hash`,
  )
  return used.length > 0
}

/** Takes every link of a user back that nobody has used: an invitation, a new password, a confirmation of the address. */
export const revokeLinks = (
  tx: Tx,
  { organizationId, userId }: { readonly organizationId: number; readonly userId: number },
): Promise<unknown> =>
  tx.query(sql`
    delete from mail_token where organization_id = ${organizationId} and user_id = ${userId} and used_at is null`)
