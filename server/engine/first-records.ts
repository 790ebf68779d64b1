import { isAbsent, parseListQuery, type Field, type Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { conditionSql } from './condition-sql.ts'
import { select } from './list.ts'
import { mayReadField, mayUse } from './screen-access.ts'

const begun = new WeakMap<Screen, Map<string, Screen>>()

/** The result with the criteria that begin at the first record of a list holding its key, as the caller finds it now; those of empty lists begin empty. */
export async function beginningAtFirst(
  { db, screens }: { readonly db: Database; readonly screens: readonly Screen[] },
  caller: Caller,
  screen: Screen,
): Promise<Screen> {
  const open = screen.result?.parameters.filter((field) => field.beginsAtFirst && isAbsent(field.default)) ?? []
  if (open.length === 0) return screen
  const keys = await db.tenant(
    caller,
    async (tx) => {
      const found: Record<string, string> = {}
      for (const field of open) {
        const key = await firstKey(tx, caller, field, screens)
        if (key !== null) found[field.name] = key
      }
      return found
    },
    { readOnly: true },
  )
  if (Object.keys(keys).length === 0) return screen
  const known = begun.get(screen) ?? new Map<string, Screen>()
  begun.set(screen, known)
  const name = JSON.stringify(keys)
  const result = screen.result!
  const parameters = result.parameters.map((field) =>
    field.name in keys ? { ...field, default: keys[field.name] } : field,
  )
  const made = known.get(name) ?? { ...screen, result: { ...result, parameters } }
  known.set(name, made)
  return made
}

async function firstKey(tx: Tx, caller: Caller, { target }: Field, screens: readonly Screen[]): Promise<string | null> {
  const screen = screens.find((one) => one.name === target)
  const key = screen?.fields.find((field) => field.name === screen.table?.key[0])
  if (!screen || !key || !mayUse(caller, screen, 'read') || !mayReadField(caller, screen, key.name)) return null
  const { table, where, orderBy } = select(screen, caller, parseListQuery({}, screen.fields, []).query, screens)
  const view = screen.list?.views[0]
  const context = { fields: screen.fields, ...calendarOf(caller), me: caller.email }
  const shown = view ? sql` and ${conditionSql(view.condition, context)}` : sql``
  const [row] = await tx.query<{ key: string }>(
    sql`select ${fieldSql(key)}::text as key from ${table} t where ${where}${shown} order by ${orderBy} limit 1`,
  )
  return row?.key ?? null
}
