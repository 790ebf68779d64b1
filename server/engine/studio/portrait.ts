import { screenRoutes, walkFields, type Screen } from '#src/definition'
import { type Caller, covers } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { id, sql } from '../../store/sql.ts'
import type { Operation } from '../screen-access.ts'

/** Another screen that names this one, and where it does. */
export interface ScreenUse {
  readonly screen: string
  readonly label: string
  readonly how: 'reference' | 'related' | 'drill' | 'summary'
  /** The field, or for a drill-down or a summary the columns, through which it does. */
  readonly field: string
}

/** Every place of other screens that leads to this one. */
export function usesOf(screen: Screen, screens: readonly Screen[]): ScreenUse[] {
  return screens.flatMap((other) => {
    const use = (how: ScreenUse['how'], field: string): ScreenUse => ({
      screen: other.name,
      label: other.plural,
      how,
      field,
    })
    const found: ScreenUse[] = []
    walkFields(other.fields, (field, path) => {
      if (field.target === screen.name) found.push(use('reference', path.join('.')))
    })
    for (const { screen: related, by } of screen.form?.related ?? [])
      if (related === other.name) found.push(use('related', by))
    const { summary, drill, drills = {} } = other.result ?? {}
    // A summary leads to the lines it has added up; that it adds them up says more.
    if (summary?.of === screen.name) found.push(use('summary', Object.keys(summary.figures).join(', ')))
    else if (drill?.screen === screen.name) found.push(use('drill', Object.keys(drill.filters).join(', ')))
    for (const [column, { screen: behind, filters }] of Object.entries(drills))
      if (behind === screen.name) found.push(use('drill', `${column}: ${Object.keys(filters).join(', ')}`))
    return found
  })
}

/** Every address that the screen answers below /api and in the browser. */
export const addressesOf = (screen: Screen) => ({
  calls: [screen.endpoint, ...screen.endpointAliases, ...(screen.upload?.endpoints ?? [])].flatMap((endpoint) =>
    endpoint === null ? [] : [`/api/${endpoint}`],
  ),
  pages: screenRoutes(screen).map(({ path, kind }) => ({ path, kind })),
})

const operations: readonly Operation[] = ['read', 'create', 'update', 'delete', 'upload', 'export']
const ofResults: readonly Operation[] = ['read', 'export']

/** What each role may do with the screen, and which of its fields it may not see or not write. */
export async function rolesOf(tx: Tx, caller: Caller, screen: Screen) {
  const roles = await tx.query<{ id: number; name: string; permissions: string[] }>(sql`
    select id, name, coalesce(permissions, '{}') as permissions from role where organization_id = ${caller.organizationId} order by name`)
  const offered = screen.result ? ofResults : operations
  return roles.map(({ id: role, name, permissions }) => {
    const held = new Set(permissions)
    const may = (permission: string | undefined) =>
      permission === undefined || permission === 'any' || covers(held, permission)
    const fields = Object.entries(screen.access.fields)
    return {
      role,
      name,
      may: offered.filter((operation) => may(screen.access.read) && may(screen.access[operation])),
      hidden: fields.filter(([, access]) => !may(access.read)).map(([field]) => field),
      read_only: fields.filter(([, access]) => may(access.read) && !may(access.write)).map(([field]) => field),
    }
  })
}

/** What an organisation keeps beside the definition: records, changed fields by layer, views, upload formats. */
export async function keptFor(tx: Tx, caller: Caller, screen: Screen) {
  const { organizationId } = caller
  const [exists] = screen.table
    ? await tx.query<{ there: boolean }>(sql`select to_regclass(${screen.table.name}) is not null as there`)
    : []
  const records = exists?.there
    ? await tx.query<{ count: number }>(sql`
        select count(*) as count from (select from ${id(screen.table!.name)} t where t.organization_id = ${organizationId} limit 100001) found`)
    : []
  const layers = await tx.query<{ layer: string; field_id: string; layer_ref: number | null }>(sql`
    select layer, field_id, layer_ref from form_field
     where organization_id = ${organizationId} and form_id = ${screen.formId} order by layer, field_id`)
  const [counts] = await tx.query<{ views: number; formats: number }>(sql`
    select (select count(*) from list_view where organization_id = ${organizationId} and screen = ${screen.name}) as views,
           (select count(*) from upload_format where organization_id = ${organizationId} and functionality = ${screen.upload?.functionality ?? null}::text) as formats`)
  return { records: records[0]?.count ?? null, layers, views: counts?.views ?? 0, formats: counts?.formats ?? 0 }
}
