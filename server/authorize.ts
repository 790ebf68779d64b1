import { AppError } from './errors.ts'

/** Who asks: a signed-in user with the permissions of the role, loaded at most five seconds ago. */
export interface Caller {
  sessionId: string
  userId: number
  organizationId: number
  email: string
  roleIds: readonly number[]
  permissions: ReadonlySet<string>
  apps: readonly string[]
  /** The application that is open in the browser that asks; form_fields may differ between applications. */
  application?: string | null
  /** The source of data that the request is about, where form_fields differ by it. */
  dataSource?: string | null
  /** The languages that the browser asks for, the most wanted first. */
  languages?: readonly string[]
  /** The time zone of the organisation's books, an IANA name; UTC without it. */
  home?: string | undefined
  /** The time zone of whoever asks, that of the books where a call names none; UTC without it. */
  zone?: string | undefined
}

const platform = 'platform.'

/** Whether a set of permissions contains one: exactly, through 'area.*' or '*'; '*' leaves out 'platform.…', which reaches beyond the organisation; nobody holds 'never'. */
export function covers(held: ReadonlySet<string>, permission: string): boolean {
  if (permission === 'never') return false
  if (held.has(permission)) return true
  const area = permission.split('.').slice(0, -1)
  if (area.some((_, at) => held.has(`${area.slice(0, at + 1).join('.')}.*`))) return true
  return held.has('*') && !permission.startsWith(platform)
}

/** Whether the caller may do what a definition's `access` names; 'any' is any signed-in user, an absent name too. */
export function can(caller: Pick<Caller, 'permissions'>, permission: string | undefined): boolean {
  return permission === undefined || permission === 'any' || covers(caller.permissions, permission)
}

/** Throws FORBIDDEN unless the caller holds the permission. */
export function demand(caller: Pick<Caller, 'permissions'>, permission: string | undefined): void {
  if (!can(caller, permission)) throw new AppError('FORBIDDEN')
}
