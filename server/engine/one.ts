import { isAbsent, type Field, type Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { fieldSql, selectList } from './columns.ts'
import {
  keysAt,
  referenceLabels,
  referencePlaces,
  referenceTarget,
  type Labels,
  type ReferencePlace,
} from './labels.ts'
import type { Row } from './page.ts'
import { readableFields } from './screen-access.ts'
import { andSeen } from './seen-rows.ts'
import type { WriteContext } from './write-check.ts'

export type RecordAnswer = Row & { readonly labels: Labels }

const about = 't.created_at, t.created_by, t.updated_at, t.updated_by, t.upload_id'

interface OneStatement {
  readonly statement: Sql
  /** The record of the statement's row; NOT_FOUND without one. */
  answer(row: Row | undefined): RecordAnswer
}

const labelName = ({ name }: ReferencePlace): string => `label ${name}`

/** One record with the fields the caller may see, who wrote it and the titles of its references, in one statement. */
export function oneStatement(
  screen: Screen,
  caller: Caller,
  recordId: number,
  screens: readonly Screen[],
): OneStatement {
  if (!screen.table) throw new AppError('NOT_FOUND')
  const fields = readableFields(caller, screen)
  const labelled = referencePlaces(fields).flatMap((place) => {
    const target = referenceTarget(place.field, caller, screens)
    return target ? [{ place, target }] : []
  })
  const labels = labelled.map(
    ({ place, target }) => sql`, ${titleSql(place, target, caller)} as ${id(labelName(place))}`,
  )
  return {
    statement: sql`
      select ${selectList(fields)}, ${raw(about)}${join(labels.length > 0 ? labels : [sql``], '')} from ${id(screen.table.name)} t
       where t.organization_id = ${caller.organizationId} and t.id = ${recordId}${andSeen(screen, caller, screens)}`,
    answer: (found) => {
      if (!found) throw new AppError('NOT_FOUND')
      const row: Record<string, unknown> = { ...found }
      const titles = labelled.flatMap(({ place }) => {
        const title = row[labelName(place)]
        delete row[labelName(place)]
        if (isAbsent(title) && (place.rows || isAbsent(row[place.name]))) return []
        return [[place.name, titlesOf(row[place.name], title)] as const]
      })
      return { ...(row as Row), labels: Object.fromEntries(titles) }
    },
  }
}

const titlesOf = (value: unknown, title: unknown): Record<string, string> =>
  title === null ? {} : typeof title === 'string' ? { [String(value)]: title } : (title as Record<string, string>)

/** The title of the record that a reference leads to; of several by their keys. */
function titleSql(
  { field, rows }: ReferencePlace,
  target: NonNullable<ReturnType<typeof referenceTarget>>,
  caller: Caller,
): Sql {
  const [key, title] = [fieldSql(target.key, 'k'), fieldSql(target.title, 'k')]
  const from = sql`from ${id(target.table.name)} k where k.organization_id = ${caller.organizationId}`
  if (!rows && field.type === 'reference')
    return sql`(select ${title}::text ${from} and ${key} = ${fieldSql(field)} limit 1)`
  const keys = rows ? nestedKeys(field, rows) : fieldSql(field)
  return sql`(select jsonb_object_agg(${key}::text, ${title}::text) filter (where ${title} is not null) ${from} and ${key} = any(${keys}))`
}

const nestedKeys = (field: Field, rows: Field): Sql =>
  field.type === 'references'
    ? sql`array(select jsonb_array_elements_text(coalesce(nullif(part -> ${field.name}::text, 'null'), '[]')) from jsonb_array_elements(${fieldSql(rows)}) part)`
    : sql`array(select part ->> ${field.name}::text from jsonb_array_elements(${fieldSql(rows)}) part)`

/** One record as `oneStatement` says, inside a transaction. */
export async function readOne(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  recordId: number,
  screens: readonly Screen[],
): Promise<RecordAnswer> {
  const { statement, answer } = oneStatement(screen, caller, recordId, screens)
  const [row] = await tx.query<Row>(statement)
  return answer(row)
}

/** Several records, as `readOne` answers one, by id. */
export async function readSome(
  { tx, screen, caller, screens }: Pick<WriteContext, 'tx' | 'screen' | 'caller' | 'screens'>,
  recordIds: readonly number[],
): Promise<Map<number, RecordAnswer>> {
  if (recordIds.length === 0) return new Map()
  const fields = readableFields(caller, screen)
  const rows = await tx.query<Row>(sql`
    select ${selectList(fields)}, ${raw(about)} from ${id(screen.table!.name)} t
     where t.organization_id = ${caller.organizationId} and t.id = any(${recordIds}::bigint[])`)
  const labels = await referenceLabels(tx, rows, fields, caller, screens)
  const places = referencePlaces(fields)
  return new Map(rows.map((row) => [row.id, { ...row, labels: labelsOf(row, places, labels) }]))
}

const labelsOf = (row: Row, places: readonly ReferencePlace[], labels: Labels): Labels =>
  Object.fromEntries(
    places.flatMap((place) => {
      const titles = labels[place.name] ?? {}
      const own = keysAt(place, row).flatMap((key) => (titles[key] === undefined ? [] : [[key, titles[key]] as const]))
      return own.length > 0 ? [[place.name, Object.fromEntries(own)] as const] : []
    }),
  )

/** The stored values of all fields, locked until the end of the transaction; null when there is no such record. */
export async function lockOne(tx: Tx, screen: Screen, organizationId: number, recordId: number): Promise<Row | null> {
  if (!screen.table) return null
  const [row] = await tx.query<Row>(sql`
    select ${selectList(screen.fields)} from ${id(screen.table.name)} t
     where t.organization_id = ${organizationId} and t.id = ${recordId} for update`)
  return row ?? null
}
