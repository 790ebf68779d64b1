import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Database, Tx } from '../../store/database.ts'
import { id, join, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import { screenNamed } from '../effective-screens.ts'
import { formFieldsOf } from '../form-fields.ts'
import { screensOf } from '../own-screens.ts'
import { mayReadField, mayUse } from '../screen-access.ts'
import { andSeen } from '../seen-rows.ts'

export interface DashboardServices {
  readonly db: Database
  readonly screens: readonly Screen[]
}

export type CountedArea = 'masters' | 'transactions'

interface Config {
  readonly app_functionality: string
  readonly shown: boolean
  readonly position: number
}

/** The screens whose records a dashboard counts, as the organisation has arranged them and form_fields leave them for the caller. */
export async function countedScreens(
  services: DashboardServices,
  tx: Tx,
  caller: Caller,
  area: CountedArea,
  application: string | null,
): Promise<Screen[]> {
  const screens = await screensOf(services, caller)
  const rows = screenNamed(screens, 'master-data-config')
    ? await tx.query<Config>(sql`
        select app_functionality, shown, position from master_data_config where organization_id = ${caller.organizationId}`)
    : []
  const config = new Map(rows.map((row) => [row.app_functionality, row]))
  const place = ({ name, menu }: Screen): number => config.get(name)?.position ?? 1_000 + menu.order
  const areas: readonly string[] = area === 'masters' ? ['masters', 'membership'] : ['transactions']
  const counted = screens
    .filter(
      (screen) =>
        areas.includes(screen.area) &&
        screen.table !== null &&
        screen.list !== null &&
        config.get(screen.name)?.shown !== false &&
        (application === null || screen.apps === null || screen.apps.some((app) => app === application)) &&
        mayUse(caller, screen, 'read'),
    )
    .toSorted((a, b) => place(a) - place(b))
  return Promise.all(counted.map((screen) => formFieldsOf(services.db).effective(caller, screen)))
}

/** The screen that a functionality of the specification means: its own name, or that of its upload. */
export const namesOf = (screens: readonly Screen[], functionality: string | null): readonly string[] =>
  functionality === null
    ? screens.map(({ name }) => name)
    : screens
        .filter(({ name, upload }) => name === functionality || upload?.functionality === functionality)
        .map(({ name }) => name)

const union = (parts: readonly Sql[]): Sql => join(parts, ' union all ')

/** How many records of each screen the caller sees. */
export async function recordCounts(tx: Tx, caller: Caller, screens: readonly Screen[]) {
  if (screens.length === 0) return []
  const rows = await tx.query<{ screen: string; count: number }>(
    union(
      screens.map(
        (screen) =>
          sql`select ${screen.name}::text as screen, count(*) as count from ${id(screen.table!.name)} t where t.organization_id = ${caller.organizationId}${andSeen(screen, caller, screens)}`,
      ),
    ),
  )
  return screens.map(({ name, plural, list, table }) => ({
    app_functionality: name,
    table_name: table!.name,
    label: plural,
    path: list!.path,
    count: rows.find(({ screen }) => screen === name)?.count ?? 0,
  }))
}

const statusNames = ['status', 'approval_status']

/** The field that tells in which state a record is; undefined where it has none that the caller may see. */
export const statusField = (screen: Screen, caller: Caller) =>
  screen.fields.find(
    ({ name, type, hidden }) =>
      statusNames.includes(name) && type === 'choice' && !hidden && mayReadField(caller, screen, name),
  )

/** How many records of each screen that the caller sees are in each state. */
export async function statusCounts(tx: Tx, caller: Caller, screens: readonly Screen[]) {
  const counted = screens.flatMap((screen) => {
    const field = statusField(screen, caller)
    return field ? [{ screen, field }] : []
  })
  if (counted.length === 0) return []
  const rows = await tx.query<{ screen: string; status: string | null; count: number }>(
    union(
      counted.map(
        ({ screen, field }) => sql`
          select ${screen.name}::text as screen, ${fieldSql(field)}::text as status, count(*) as count
            from ${id(screen.table!.name)} t where t.organization_id = ${caller.organizationId}${andSeen(screen, caller, screens)} group by 2`,
      ),
    ),
  )
  return counted.flatMap(({ screen: { name, plural, list }, field }) => {
    const order = (status: string | null) => field.choices?.findIndex(({ value }) => value === status) ?? 0
    return rows
      .filter(({ screen }) => screen === name)
      .toSorted((a, b) => order(a.status) - order(b.status))
      .map(({ status, count }) => ({
        app_functionality: name,
        label: plural,
        status,
        status_label: field.choices?.find(({ value }) => value === status)?.label ?? status ?? 'None',
        count,
        path: `${list!.path}?${field.name}${status === null ? '.empty=true' : `=${encodeURIComponent(status)}`}`,
      }))
  })
}
