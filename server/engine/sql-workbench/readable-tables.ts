import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Database } from '../../store/database.ts'
import type { ReadableTable } from '../../store/reader-views.ts'
import { fieldSql } from '../columns.ts'
import { callerScreen } from '../effective-screens.ts'
import { attributedScreens } from '../own-screens.ts'
import { mayUse } from '../screen-access.ts'
import { seenRows } from '../seen-rows.ts'

interface ScreenServices {
  readonly db: Database
  readonly screens: readonly Screen[]
}

/** A table of the workbench as its browser shows it. */
export interface ShownTable extends ReadableTable {
  readonly label: string
  readonly area: string
  readonly columns: readonly {
    readonly name: string
    readonly sql: string
    readonly label: string
    readonly type: string
    /** The table whose key the column holds. */
    readonly refers?: string
  }[]
}

/** What statements call a screen's records. */
export const tableName = (screen: string): string => screen.replaceAll('-', '_')

/**
 * The tables a caller may read with statements of their own, or take files of: those of the screens that show them every
 * record, with the fields they may see there. Of screens that show everybody other records there is none.
 */
export async function readableTables(
  services: ScreenServices,
  caller: Caller,
  use: 'read' | 'export' = 'read',
): Promise<readonly ShownTable[]> {
  const screens = await attributedScreens(services, caller)
  const seen = screens.filter(
    (screen) =>
      screen.table?.scope === 'organization' &&
      mayUse(caller, screen, 'read') &&
      mayUse(caller, screen, use) &&
      seenRows(screen, caller, screens) === null,
  )
  const tables = await Promise.all(seen.map(async ({ name }) => tableOf(await callerScreen(services, caller, name))))
  return tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function tableOf(screen: Screen): ShownTable {
  const fields = screen.fields.filter(
    ({ type, name, hidden }) => type !== 'file' && type !== 'attributes' && name !== 'id' && !hidden,
  )
  return {
    name: tableName(screen.name),
    table: screen.table!.name,
    label: screen.plural,
    area: screen.area,
    columns: [
      { name: 'id', sql: 't.id', label: 'Number of the record', type: 'integer' },
      ...fields.map((field) => ({
        name: field.name,
        sql: fieldSql(field).sql,
        label: field.label,
        type: field.type,
        ...(field.target === undefined ? {} : { refers: tableName(field.target) }),
      })),
    ],
  }
}

/** What the views of the tables are made of, without words: the same for everybody who may read the same. */
export const bareTables = (tables: readonly ShownTable[]): readonly ReadableTable[] =>
  tables.map(({ name, table, columns }) => ({
    name,
    table,
    columns: columns.map((one) => ({ name: one.name, sql: one.sql })),
  }))
