import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'

/** The field that says which application a record of a screen belongs to, and the screen whose field it is. */
function belonging({ byApplication, fields, ...screen }: Screen, screens: readonly Screen[]) {
  if (!byApplication) return undefined
  const reference = fields.find(({ name }) => name === byApplication.through)
  const owner = reference ? screens.find(({ name }) => name === reference.target) : { ...screen, fields }
  const field = owner?.fields.find(({ name }) => name === byApplication.field)
  return field && owner ? { reference, owner, field } : undefined
}

/** The rows of `t` that belong to the application the caller works in, or to none; null where the application does not tell records apart. */
export function ofApplication(screen: Screen, caller: Caller, screens: readonly Screen[]): Sql | null {
  const found = belonging(screen, screens)
  const { application } = caller
  if (!found || !application || !found.field.choices?.some(({ value }) => value === application)) return null
  const { reference, owner, field } = found
  if (!reference) return sql`coalesce(${fieldSql(field)} = ${application}, true)`
  const [key] = (owner as Screen).table!.key
  const others = sql`
    select o.${id(key!)} from ${id((owner as Screen).table!.name)} o where o.organization_id = ${caller.organizationId} and o.${id(field.storage.column)} <> ${application}`
  return sql`${fieldSql(reference)} <> all(array(${others}))`
}

const begun = new WeakMap<Screen, Map<string, Screen>>()

/** The screen with new records belonging to the application the caller works in. */
export function beginningIn(screen: Screen, application: string | null | undefined): Screen {
  const name = screen.byApplication?.through === null ? screen.byApplication.field : undefined
  const field = screen.fields.find((one) => one.name === name)
  if (!application || !field?.required || field.default === application) return screen
  if (!field.choices?.some(({ value }) => value === application)) return screen
  const known = begun.get(screen) ?? new Map<string, Screen>()
  begun.set(screen, known)
  const found = known.get(application) ?? {
    ...screen,
    fields: screen.fields.map((one) => (one === field ? { ...one, default: application } : one)),
  }
  known.set(application, found)
  return found
}

/** The application that a call acts in by its path, undefined where it is the caller's own. */
export function applicationOfPath({ byApplication }: Screen, url: string): string | undefined {
  const path = url.slice('/api/'.length).split(/[?#]/, 1)[0]!
  return Object.entries(byApplication?.endpoints ?? {}).find(
    ([, endpoint]) => path === endpoint || path.startsWith(`${endpoint}/`),
  )?.[0]
}

/** The path of a screen's calls for whoever works in an application. */
export const endpointIn = ({ endpoint, byApplication }: Screen, application: string | null | undefined) =>
  (application && (byApplication?.endpoints as Record<string, string> | undefined)?.[application]) || endpoint
