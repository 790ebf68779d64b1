import { isDeepStrictEqual } from 'node:util'
import type { Field, Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { HookMap } from '../hooks/registry.ts'
import type { Database } from '../store/database.ts'
import { id, join, sql } from '../store/sql.ts'
import type { Result } from './batch.ts'
import { RecordApi } from './record-api.ts'
import { mayUse, mayWriteField } from './screen-access.ts'

type Values = Readonly<Record<string, unknown>>

/** The records of one table as they leave one installation and come into another. */
export interface MigratedTable {
  readonly table_name: string
  readonly label: string
  readonly records: readonly Values[]
}

/** What became of a table that was brought in, or would become of it. */
export interface TableOutcome {
  readonly table_name: string
  readonly label: string
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly problems: readonly { readonly key: string; readonly message: string }[]
}

interface Context {
  readonly db: Database
  readonly screens: readonly Screen[]
  readonly hooks: HookMap
}

/** More records than these are an upload, not a configuration. */
const mostRecords = 10_000
const piece = 1_000
const shownProblems = 50

const carried = (caller: Caller, screen: Screen): Field[] =>
  screen.fields.filter((field) => !field.readOnly && field.type !== 'file' && mayWriteField(caller, screen, field.name))

/** Whether records of a screen can be moved: they have a key that people give, and calls that write them. */
export function isMovable(screen: Screen): boolean {
  const { table, endpoint, list, access } = screen
  if (!table || !endpoint || !list || table.key.length === 0 || access.update === 'never') return false
  return table.key.every((name) => screen.fields.find((field) => field.name === name)?.readOnly === false)
}

/** The screens in an order in which each comes after those its references lead to, as far as there is one. */
function inOrder(screens: readonly Screen[]): Screen[] {
  const left = new Set(screens)
  const ordered: Screen[] = []
  while (left.size > 0) {
    const names = new Set([...left].map(({ name }) => name))
    const free = [...left].filter((screen) =>
      screen.fields.every(({ target }) => !target || target === screen.name || !names.has(target)),
    )
    for (const screen of free.length > 0 ? free : [...left]) {
      ordered.push(screen)
      left.delete(screen)
    }
  }
  return ordered
}

/** The records of these tables, those that others refer to first; TOO_LARGE for a table that is no configuration. */
export async function exportTables(
  context: Context,
  caller: Caller,
  wanted: readonly Screen[],
): Promise<MigratedTable[]> {
  const tables: MigratedTable[] = []
  for (const screen of inOrder(wanted)) {
    const { records, isWhole } = await carriedRecords(new RecordApi(context, screen, caller), caller, screen)
    if (!isWhole)
      throw new AppError('TOO_LARGE', {
        message: `${screen.plural}: more than ${mostRecords.toLocaleString('en')} records are exported from their list instead.`,
      })
    tables.push({ table_name: screen.table!.name, label: screen.plural, records })
  }
  return tables
}

/** What is stored, as it is carried; not whole where there is more than is carried at once. */
async function carriedRecords(
  api: RecordApi,
  caller: Caller,
  screen: Screen,
): Promise<{ readonly records: Values[]; readonly isWhole: boolean }> {
  const names = carried(caller, screen).map(({ name }) => name)
  const { records, next } = await api.list({ limit: String(mostRecords), columns: names.join(',') })
  return {
    records: records.map((record) => Object.fromEntries(names.map((name) => [name, record[name] ?? null]))),
    isWhole: !next,
  }
}

const keyText = (screen: Screen, record: Values): string =>
  JSON.stringify(screen.table!.key.map((name) => String(record[name] ?? '')))

const keyWords = (screen: Screen, record: Values): string =>
  screen.table!.key.map((name) => String(record[name] ?? '')).join(' / ')

/** Writes a table: records with a known key are changed, the others added; nothing of it where `isPreview`. */
export async function importTable(
  context: Context,
  caller: Caller,
  screen: Screen,
  records: readonly Values[],
  isPreview: boolean,
): Promise<TableOutcome> {
  const { db } = context
  const api = new RecordApi(context, screen, caller)
  const fields = carried(caller, screen)
  const columns = screen.table!.key.map((name) => {
    const { column } = fields.find((field) => field.name === name)?.storage ?? { column: name }
    return sql`coalesce(t.${id(column)}::text, '')`
  })
  const known = await db.tenant(
    caller,
    (tx) =>
      tx.query<{ id: number; key: string[] }>(sql`
        select t.id, array[${join(columns, ', ')}] as key from ${id(screen.table!.name)} t where t.organization_id = ${caller.organizationId}`),
    { readOnly: true },
  )
  const ids = new Map(known.map(({ id: recordId, key }) => [JSON.stringify(key), recordId]))
  const names = new Set(fields.map(({ name }) => name))
  const own = (record: Values): Values => Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))
  const immutable = new Set(fields.filter((field) => field.immutable).map(({ name }) => name))
  const changes = (record: Values): Values =>
    Object.fromEntries(Object.entries(own(record)).filter(([name]) => !immutable.has(name)))
  // What is as the file has it needs no right to change it: an approved contract is not refused for what it says already.
  const stored = new Map((await carriedRecords(api, caller, screen)).records.map((one) => [keyText(screen, one), one]))
  const isStored = (record: Values): boolean => {
    const there = stored.get(keyText(screen, record))
    return (
      there !== undefined &&
      Object.entries(own(record)).every(([name, value]) => isDeepStrictEqual(value ?? null, there[name]))
    )
  }
  const others = records.filter((record) => !isStored(record))
  const sums = { created: 0, updated: 0, unchanged: records.length - others.length, failed: 0 }
  const problems: { key: string; message: string }[] = []
  for (let from = 0; from < others.length; from += piece) {
    const some = others.slice(from, from + piece)
    const added = some.filter((record) => !ids.has(keyText(screen, record)))
    const changed = some.filter((record) => ids.has(keyText(screen, record)))
    const answer = await api.batch({
      create: added.map(own),
      update: changed.map((record) => ({ id: ids.get(keyText(screen, record))!, changes: changes(record) })),
      delete: [],
      isPreview,
      isWhole: false,
    })
    sums.created += answer.created
    sums.updated += answer.updated
    sums.unchanged += answer.unchanged
    sums.failed += answer.failed
    const note = (given: readonly Values[], results: readonly Result[]) =>
      results.forEach((result, at) => {
        if (result.status !== 'failed' || problems.length >= shownProblems) return
        const reasons = result.issues?.map((issue) => issue.message) ?? []
        problems.push({ key: keyWords(screen, given[at]!), message: reasons.join('. ') || result.message })
      })
    note(added, answer.create)
    note(changed, answer.update)
  }
  return { table_name: screen.table!.name, label: screen.plural, ...sums, problems }
}

/** The screens behind names of tables or screens that the caller may do this with; NOT_FOUND names what is not there. */
export function movable(
  screens: readonly Screen[],
  caller: Caller,
  names: readonly string[],
  operation: 'read' | 'update',
): Screen[] {
  return names.map((name) => {
    const screen = screens.find((one) => one.table?.name === name || one.name === name)
    if (!screen || !isMovable(screen))
      throw new AppError('NOT_FOUND', { message: `There is no table ${name} to move.` })
    if (!mayUse(caller, screen, operation))
      throw new AppError('FORBIDDEN', { message: `${screen.plural} are not yours to move.` })
    return screen
  })
}
