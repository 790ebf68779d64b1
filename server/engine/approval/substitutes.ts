import type { Screen } from '#src/definition'
import { can, type Caller } from '../../authorize.ts'
import { callersNamed } from '../../session/caller.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import type { Row } from '../page.ts'
import { mayUse } from '../screen-access.ts'
import type { WriteContext } from '../write-check.ts'

/** Somebody as decisions know people. */
export interface Person {
  readonly userId: number
  readonly email: string
  readonly name: string
}

/** Who stands in for whom today. */
export interface Substitution {
  /** Empty: in every application. */
  readonly application: string | null
  readonly represented: Person
  readonly substitute: Person
  /** The substitute with the rights of the own role, which stay what they are. */
  readonly caller: Caller
}

interface Found {
  readonly application: string | null
  readonly represented: string
  readonly represented_id: number
  readonly represented_name: string
  readonly substitute: string
  readonly substitute_id: number
  readonly substitute_name: string
}

const known = new WeakMap<Tx, Promise<readonly Substitution[]>>()

/** Everybody who stands in today in an organisation, the longest named first; nobody who is not active. One statement a transaction. */
export function substitutionsToday(tx: Tx, organizationId: number): Promise<readonly Substitution[]> {
  const asked = known.get(tx) ?? readToday(tx, organizationId)
  known.set(tx, asked)
  return asked
}

async function readToday(tx: Tx, organizationId: number): Promise<readonly Substitution[]> {
  const found = await tx.query<Found>(sql`
    select s.application_type as application, r.email as represented, r.id as represented_id, r.name as represented_name,
           u.email as substitute, u.id as substitute_id, u.name as substitute_name
      from approval_substitute s
      join app_user r on r.organization_id = s.organization_id and r.email = s.represented and r.status = 'active'
      join app_user u on u.organization_id = s.organization_id and u.email = s.substitute and u.status = 'active'
     where s.organization_id = ${organizationId} and s.ended_at is null and (select books_day(${organizationId}::bigint)) between s.valid_from and s.valid_to and u.id <> r.id
     order by s.id`)
  if (found.length === 0) return []
  const callers = await callersNamed(tx, organizationId, [...new Set(found.map(({ substitute }) => substitute))])
  return found.flatMap((one) => {
    const caller = callers.find(({ email }) => email === one.substitute)
    if (!caller) return []
    return {
      application: one.application,
      represented: { userId: one.represented_id, email: one.represented, name: one.represented_name },
      substitute: { userId: one.substitute_id, email: one.substitute, name: one.substitute_name },
      caller,
    }
  })
}

const applicationOf = (screen: Screen, record: Row): string | null => {
  const name = screen.approval!.application
  const value = name === null ? null : record[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Whether a substitution is meant for what the record belongs to. */
export const isMeantFor = ({ application }: Substitution, screen: Screen, record: Row): boolean =>
  application === null || application === applicationOf(screen, record)

/** Why a substitute cannot decide about a record of a screen all the same, in words; null where nothing stands against it. */
export function whyClosed({ caller, represented }: Substitution, screen: Screen, record: Row): string | null {
  const application = applicationOf(screen, record)
  const label = screen.plural.toLowerCase()
  if (application !== null && !caller.apps.includes(application))
    return `You stand in for ${represented.name}, but the application ${application} is not open to you.`
  if (!mayUse(caller, screen, 'read')) return `You stand in for ${represented.name}, but ${label} are not open to you.`
  if (!can(caller, screen.approval!.access))
    return `You stand in for ${represented.name}, but your role has no permission to approve ${label}.`
  return null
}

/** Those who can stand in today for any of the approvers of a record. */
export async function substitutesOf(
  { tx, caller, screen }: Pick<WriteContext, 'tx' | 'caller' | 'screen'>,
  record: Row,
  approvers: readonly string[],
): Promise<readonly Substitution[]> {
  const today = await substitutionsToday(tx, caller.organizationId)
  return today.filter(
    (one) =>
      approvers.includes(one.represented.email) &&
      isMeantFor(one, screen, record) &&
      whyClosed(one, screen, record) === null,
  )
}
