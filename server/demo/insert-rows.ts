import { fieldTypes, type Screen } from '#src/definition'
import { id, ids, raw, sql } from '#server/store/sql.ts'
import type { Tx } from '#server/store/database.ts'
import type { Row } from './masters.ts'

const batch = 5000

/** Inserts rows (by field name) into the table of a screen for the transaction's organisation, set-based; absent fields are null. */
export async function insertRows(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  userId: number,
  rows: readonly Row[],
): Promise<void> {
  if (!screen.table || rows.length === 0) return
  const fields = screen.fields.filter((field) =>
    rows.some((row) => row[field.name] !== undefined && row[field.name] !== null),
  )
  const columns = ids(fields.map((field) => field.storage.column))
  const typed = raw(fields.map((field) => `${id(field.name).sql} ${fieldTypes[field.type].sql(field)}`).join(', '))
  const names = ids(fields.map((field) => field.name))
  for (let from = 0; from < rows.length; from += batch) {
    const slice = JSON.stringify(rows.slice(from, from + batch))
    await tx.query(sql`
      insert into ${id(screen.table.name)} (organization_id, created_by, updated_by, ${columns})
      select ${organizationId}, ${userId}, ${userId}, ${names}
        from jsonb_to_recordset(${slice}::jsonb) as row(${typed})`)
  }
}
