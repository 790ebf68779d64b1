import { updateRecord } from '../engine/write.ts'
import { AppError } from '../errors.ts'
import { id, raw, sql } from '../store/sql.ts'
import type { CommandContext, CommandResult, Failure } from './command.ts'

const most = 10_000

/**
 * Writes the parameters into the fields of the same names of every record, each as if it had been edited by hand; a record
 * that does not take them stays as it is and is named with the reason. TOO_LARGE beyond ten thousand records.
 */
export async function setValues(context: CommandContext): Promise<CommandResult> {
  const { tx, screen, where, parameters } = context
  const rows = await tx.query<{ id: number; row_version: number }>(sql`
    select t.id, t.row_version from ${id(screen.table!.name)} t where ${where} order by t.id limit ${most + 1}`)
  if (rows.length > most) {
    throw new AppError('TOO_LARGE', {
      message: `At most ${most.toLocaleString('en-GB')} records are changed at a time. Narrow the filter.`,
    })
  }
  const failed: Failure[] = []
  let changed = 0
  for (const row of rows) {
    await tx.query(raw('savepoint one'))
    try {
      if (await updateRecord(context, row.id, { ...parameters })) changed += 1
      await tx.query(raw('release savepoint one'))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await tx.query(raw('rollback to savepoint one'))
      failed.push({ id: row.id, message: error.message, ...(error.issues ? { issues: error.issues } : {}) })
    }
  }
  return { changed, unchanged: rows.length - changed - failed.length, failed }
}
