import type { Field, Screen } from '#src/definition'
import { isGroupable } from '#src/definition/list-group.ts'
import { systemFields } from '#src/definition/system-fields.ts'
import { type Caller, covers } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { readableFields } from '../screen-access.ts'
import { isTime } from './configured.ts'

/** A role with what it allows. */
export interface NamedRole {
  readonly code: string
  readonly name: string
  readonly permissions: readonly string[]
}

const added: ReadonlySet<Field['type']> = new Set(['integer', 'decimal', 'money'])

/** Whether the records of a list can be told apart by a field in a chart. */
export const isCounted = (field: Field): boolean => isGroupable(field) && field.type !== 'longText' && !field.hidden

/** Whether the values of a field can be added up. */
export const isAdded = (field: Field): boolean => added.has(field.type) && !field.hidden

/** What a dashboard about a screen may name: what the caller sees of it, and when its records were made and changed. */
export const dashboardFields = (caller: Caller, screen: Screen): readonly Field[] => [
  ...readableFields(caller, screen),
  ...systemFields.filter(isTime),
]

const holds = ({ permissions }: NamedRole, permission: string | undefined): boolean =>
  permission === undefined || permission === 'any' || covers(new Set(permissions), permission)

export const roleReads = (role: NamedRole, { access }: Screen): boolean => holds(role, access.read)

export const roleReadsField = (role: NamedRole, { access }: Screen, name: string): boolean =>
  holds(role, access.fields[name]?.read)

/** The roles of an organisation that are meant by their codes or numbers. */
export const rolesNamed = (tx: Tx, organizationId: number, named: readonly string[]): Promise<NamedRole[]> =>
  tx.query<NamedRole>(sql`
    select code, name, coalesce(permissions, '{}') as permissions from role
     where organization_id = ${organizationId} and (code = any(${[...named]}::text[]) or id::text = any(${[...named]}::text[])) order by code`)

/** Whether everybody who reads the screen may know of all its changes. */
export const tellsChanges = (screen: Screen): boolean => screen.table?.history === true && screen.access.rows === null

/** The parameters of a list as they stand in its address. */
export const parametersIn = (text: string | null): Record<string, string> =>
  Object.fromEntries(new URLSearchParams((text ?? '').replace(/^.*\?/, '')))
