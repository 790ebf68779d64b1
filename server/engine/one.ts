import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, raw, sql } from '../store/sql.ts'
import { selectList } from './columns.ts'
import { referenceLabels, type Labels } from './labels.ts'
import type { Row } from './page.ts'
import { readableFields } from './screen-access.ts'
import type { WriteContext } from './write-check.ts'

export type RecordAnswer = Row & { readonly labels: Labels }

const about = 't.created_at, t.created_by, t.updated_at, t.updated_by, t.upload_id'

/** One record with the fields the caller may see, who wrote it and the titles of its references; NOT_FOUND otherwise. */
export async function readOne(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  recordId: number,
  screens: readonly Screen[],
): Promise<RecordAnswer> {
  if (!screen.table) throw new AppError('NOT_FOUND')
  const fields = readableFields(caller, screen)
  const [row] = await tx.query<Row>(sql`
    select ${selectList(fields)}, ${raw(about)} from ${id(screen.table.name)} t
     where t.organization_id = ${caller.organizationId} and t.id = ${recordId}`)
  if (!row) throw new AppError('NOT_FOUND')
  return { ...row, labels: await referenceLabels(tx, [row], fields, caller, screens) }
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
