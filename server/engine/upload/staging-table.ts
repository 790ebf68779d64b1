import type { Tx } from '../../store/database.ts'
import { id, raw, sql, type Sql } from '../../store/sql.ts'

/** The lines of a file: number, whether odd, and every column as text. */
export const stagingTable = (uploadId: number): Sql => id('staging', `upload_${uploadId}`)
/** What the last check made of each line. */
export const rowsTable = (uploadId: number): Sql => id('staging', `upload_${uploadId}_rows`)
/** Lines that do not have the structure of the file. */
export const problemsTable = (uploadId: number): Sql => id('staging', `upload_${uploadId}_problems`)

/** What was decided about lines in conflict: the file's values (F) or the record as it is (R), and about which version. */
export const decisionsTable = (uploadId: number): Sql => id('staging', `upload_${uploadId}_decisions`)

export const columnName = (index: number): string => `c${index + 1}`

/** Rows belong to one organisation as a whole, so the policy compares a constant, once per statement. */
async function protect(tx: Tx, table: Sql, organizationId: number): Promise<void> {
  const mine = `(select nullif(current_setting('app.organization_id', true), '')::bigint) = ${Number(organizationId)}`
  await tx.query(sql`alter table ${table} enable row level security`)
  await tx.query(sql`create policy tenant on ${table} to tierline_app using (${raw(mine)}) with check (${raw(mine)})`)
}

/** Makes the tables a file is read into, anew and readable by its organisation only. */
export async function createStaging(tx: Tx, uploadId: number, organizationId: number, columns: number): Promise<void> {
  await dropStaging(tx, uploadId)
  const [lines, problems] = [stagingTable(uploadId), problemsTable(uploadId)]
  const cells = Array.from({ length: columns }, (_, index) => `${columnName(index)} text`).join(', ')
  await tx.query(
    sql`create unlogged table ${lines} (rowno int not null, odd bool not null, ${raw(cells)}) with (autovacuum_enabled = off)`,
  )
  await tx.query(
    sql`create unlogged table ${problems} (rowno int not null, reason text not null, content text not null)`,
  )
  await protect(tx, lines, organizationId)
  await protect(tx, problems, organizationId)
}

/** Makes the table of a check anew; `columns` are SQL definitions of the typed values. */
export async function createRows(
  tx: Tx,
  uploadId: number,
  organizationId: number,
  columns: readonly string[],
): Promise<void> {
  const rows = rowsTable(uploadId)
  await tx.query(sql`drop table if exists ${rows}`)
  const values = columns.map((column) => `, ${column}`).join('')
  await tx.query(sql`
    create unlogged table ${rows} (rowno int not null, outcome "char" not null, target bigint, version int, other int, errs text ${raw(values)})
      with (autovacuum_enabled = off)`)
  await protect(tx, rows, organizationId)
  const decisions = decisionsTable(uploadId)
  const [found] = await tx.query(sql`select to_regclass(${decisions.sql}) as there`)
  if (found!['there'] !== null) return
  await tx.query(
    sql`create unlogged table ${decisions} (rowno int primary key, take "char" not null, version int not null)`,
  )
  await protect(tx, decisions, organizationId)
}

/** Drops everything that was staged of a file. */
export async function dropStaging(tx: Tx, uploadId: number): Promise<void> {
  await tx.query(
    sql`drop table if exists ${stagingTable(uploadId)}, ${rowsTable(uploadId)}, ${problemsTable(uploadId)}, ${decisionsTable(uploadId)}`,
  )
}
