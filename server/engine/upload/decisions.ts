import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { sql, type Sql } from '../../store/sql.ts'
import { decisionsTable, rowsTable } from './staging-table.ts'
import { changeUpload, moveUpload, type UploadRecord } from './upload-record.ts'

/** What becomes of a line in conflict: the file's values are written, or the record stays as it is. */
export type Take = 'file' | 'record'

const letters = { file: 'F', record: 'R' } as const

/** Whether decisions about conflicts can be kept for an import; those that were checked long ago have no room for them. */
export async function hasDecisions(tx: Tx, { id, format }: UploadRecord): Promise<boolean> {
  if (!format?.row_version) return false
  const [found] = await tx.query<{ there: boolean }>(
    sql`select to_regclass(${decisionsTable(id).sql}) is not null as there`,
  )
  return found!.there
}

/** The decision about a line in words; null: none, or a line that never was in conflict. */
export const takeOf = (letter: unknown): Take | null => (letter === 'F' ? 'file' : letter === 'R' ? 'record' : null)

/** How many lines do what was decided about them. */
export async function countDecided(tx: Tx, uploadId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) as count from ${decisionsTable(uploadId)} d left join ${rowsTable(uploadId)} r using (rowno)
     where r.outcome is null or r.outcome in ('I', 'U', 'S')`)
  return row!.count
}

/**
 * Decides what becomes of lines in conflict, all of them or some; null takes decisions back. The file has to be checked
 * again then. A decision holds for the version the record has now: whoever changes it later is in conflict anew.
 */
export async function decideConflicts(
  tx: Tx,
  upload: UploadRecord,
  take: Take | null,
  lines: readonly number[] | null,
): Promise<void> {
  await moveUpload(tx, upload.id, ['staged', 'checked'], { state: 'staged', counts: null })
  if (!(await hasDecisions(tx, upload)))
    throw new AppError('WRONG_STATE', { message: 'No line of this file is in conflict.' })
  const [decisions, rows] = [decisionsTable(upload.id), rowsTable(upload.id)]
  const among = (column: Sql) => (lines === null ? sql`true` : sql`${column} = any(${lines as number[]}::int[])`)
  if (take === null) await tx.query(sql`delete from ${decisions} d where ${among(sql`d.rowno`)}`)
  else {
    await tx.query(sql`update ${decisions} d set take = ${letters[take]}::"char" where ${among(sql`d.rowno`)}`)
    // A conflict that is shown anew has another version than the one that was decided about.
    await tx.query(sql`
      insert into ${decisions} (rowno, take, version)
      select r.rowno, ${letters[take]}::"char", coalesce(r.version, 0) from ${rows} r where r.outcome = 'C' and ${among(sql`r.rowno`)}
          on conflict (rowno) do update set take = excluded.take, version = excluded.version`)
  }
  await changeUpload(tx, upload.id, { message: 'It was decided about conflicts. Check the file again.' })
}
