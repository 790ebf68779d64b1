import { AppError } from '../../errors.ts'
import type { Database, Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { lockClass } from './lock-class.ts'
import { settle } from './second-writer.ts'

/** Marks an import as worked on, until the end of the transaction; WRONG_STATE when somebody else works on it. */
export async function takeUpload(tx: Tx, uploadId: number): Promise<void> {
  await tx.query(sql`set local lock_timeout = '1s'`)
  try {
    await tx.query(sql`select pg_advisory_xact_lock(${lockClass}, ${uploadId}::int)`)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '55P03') throw error
    throw new AppError('WRONG_STATE', { message: 'This import is being worked on at the moment.', cause: error })
  }
  await tx.query(sql`set local lock_timeout to default`)
}

/**
 * Takes imports that a process left in the middle of its work back to where they were: its transactions rolled back. Those that
 * somebody works on are left alone, and so are files that began to arrive less than `settledFor` seconds ago.
 */
export async function recoverUploads(db: Database, settledFor = 0): Promise<number> {
  await settle(db)
  return db.system(async (tx) => {
    const rows = await tx.query<{ id: number }>(sql`
      with stuck as materialized (
        select id from upload where state in ('staging', 'checking', 'committing') and prepared is null
           and (state <> 'staging' or updated_at <= now() - make_interval(secs => ${settledFor})))
      update upload set
          state = case when state = 'checking' or staged_at is not null and state = 'staging' then 'staged'
                       when state = 'committing' and finished_at is not null then 'committed'
                       when state = 'committing' then 'checked' else 'failed' end,
          phase = null, done = 0, total = 0, updated_at = now(), kept = kept and (state <> 'staging' or staged_at is not null),
          message = case when state = 'committing' and finished_at is not null then 'Interrupted; nothing was taken back.'
                         when state <> 'staging' then 'Interrupted; nothing was written.'
                         when staged_at is null then 'Interrupted while the file was received. Upload it again.'
                         else 'Interrupted while the file was read again; it is as it was before.' end
       where id in (select id from stuck where pg_try_advisory_xact_lock(${lockClass}, id::int)) and state in ('staging', 'checking', 'committing') and prepared is null
      returning id`)
    return rows.length
  })
}
