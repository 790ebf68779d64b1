import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { ids, sql } from '../../store/sql.ts'
import { columnName, stagingTable } from './staging-table.ts'
import { changeUpload, readUpload } from './upload-record.ts'

/** Leaves only the first of the staged lines with the same values in some columns; FILE_UNREADABLE for columns the file lacks. */
export async function keepFirst(tx: Tx, uploadId: number, names: readonly string[]): Promise<void> {
  const { columns, rows } = await readUpload(tx, uploadId)
  const at = names.map((name) => {
    const index = columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase())
    if (index < 0) throw new AppError('FILE_UNREADABLE', { message: `The file has no column ${name}.` })
    return columnName(index)
  })
  const gone = await tx.query(sql`
    delete from ${stagingTable(uploadId)} s using (
      select rowno, row_number() over (partition by ${ids(at)} order by rowno) as n from ${stagingTable(uploadId)}) d
     where d.rowno = s.rowno and d.n > 1 returning s.rowno`)
  await changeUpload(tx, uploadId, { rows: rows - gone.length })
}
