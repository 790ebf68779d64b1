import { isAbsent, type Field, type Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { fieldSql, selectList } from './columns.ts'
import { referenceLabels, referenceTarget, type Labels } from './labels.ts'
import type { Row } from './page.ts'
import { isReference } from './references.ts'
import { readableFields } from './screen-access.ts'
import type { WriteContext } from './write-check.ts'

export type RecordAnswer = Row & { readonly labels: Labels }

const about = 't.created_at, t.created_by, t.updated_at, t.updated_by, t.upload_id'

interface OneStatement {
  readonly statement: Sql
  /** The record of the statement's row; NOT_FOUND without one. */
  answer(row: Row | undefined): RecordAnswer
}

const labelName = (field: Field): string => `label ${field.name}`

/** One record with the fields the caller may see, who wrote it and the titles of its references, in one statement. */
export function oneStatement(
  screen: Screen,
  caller: Caller,
  recordId: number,
  screens: readonly Screen[],
): OneStatement {
  if (!screen.table) throw new AppError('NOT_FOUND')
  const fields = readableFields(caller, screen)
  const labelled = fields.filter((field) => isReference(field) && referenceTarget(field, caller, screens) !== null)
  const labels = labelled.map(
    (field) => sql`, ${titleSql(field, referenceTarget(field, caller, screens)!, caller)} as ${id(labelName(field))}`,
  )
  return {
    statement: sql`
      select ${selectList(fields)}, ${raw(about)}${join(labels.length > 0 ? labels : [sql``], '')} from ${id(screen.table.name)} t
       where t.organization_id = ${caller.organizationId} and t.id = ${recordId}`,
    answer: (found) => {
      if (!found) throw new AppError('NOT_FOUND')
      const row: Record<string, unknown> = { ...found }
      const titles = labelled.flatMap((field) => {
        const title = row[labelName(field)]
        delete row[labelName(field)]
        return isAbsent(row[field.name]) ? [] : [[field.name, titlesOf(row[field.name], title)] as const]
      })
      return { ...(row as Row), labels: Object.fromEntries(titles) }
    },
  }
}

const titlesOf = (value: unknown, title: unknown): Record<string, string> =>
  title === null ? {} : Array.isArray(value) ? (title as Record<string, string>) : { [String(value)]: String(title) }

/** The title of the record that a reference leads to; of several by their keys. */
function titleSql(field: Field, target: NonNullable<ReturnType<typeof referenceTarget>>, caller: Caller): Sql {
  const [key, title, value] = [fieldSql(target.key, 'k'), fieldSql(target.title, 'k'), fieldSql(field)]
  const from = sql`from ${id(target.table.name)} k where k.organization_id = ${caller.organizationId}`
  return field.type === 'references'
    ? sql`(select jsonb_object_agg(${key}::text, ${title}::text) filter (where ${title} is not null) ${from} and ${key} = any(${value}))`
    : sql`(select ${title}::text ${from} and ${key} = ${value} limit 1)`
}

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
  return new Map(rows.map((row) => [row.id, { ...row, labels: labelsOf(row, labels) }]))
}

const labelsOf = (row: Row, labels: Labels): Labels =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, titles]) => {
      const keys = [row[name] ?? []].flat().map(String)
      const own = keys.flatMap((key) => (titles[key] === undefined ? [] : [[key, titles[key]] as const]))
      return own.length > 0 ? [[name, Object.fromEntries(own)] as const] : []
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
