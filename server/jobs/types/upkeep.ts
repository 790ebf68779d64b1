import { buildAttributeIndexes } from '../../engine/attribute-indexes.ts'
import { buildSearchIndexes } from '../../engine/search-indexes.ts'
import { screensOf } from '../../engine/own-screens.ts'
import { id, sql } from '../../store/sql.ts'
import type { JobType } from '../job-type.ts'
import type { JobServices } from '../services.ts'

/** Builds the indexes of words and attributes that are missing, and counts every table anew for estimates and plans. */
export const refreshIndexes =
  ({ db, screens, log }: JobServices): JobType =>
  async ({ caller, signal, progress }) => {
    progress('Building indexes', 0, 1)
    await buildAttributeIndexes(db, screens, log)
    await buildSearchIndexes(db, screens, log)
    const known = await screensOf({ db, screens }, caller)
    const tables = [...new Set(known.flatMap(({ table }) => (table ? [table.name] : [])))]
    for (const [at, table] of tables.entries()) {
      signal.throwIfAborted()
      progress(`Counting ${table}`, at, tables.length)
      await db.system((tx) => tx.query(sql`analyze ${id(table)}`))
    }
    return { message: `Indexes are complete; ${tables.length} tables were counted anew.` }
  }

/** Drops the message log, runs and reasons of imports that are older than the job says. */
export const purgeLogs =
  (_services: JobServices): JobType =>
  async ({ tx, run }) => {
    const days = Number(run.body['keep_days'] ?? 90)
    const before = sql`now() - make_interval(days => ${days})`
    const own = sql`organization_id = ${run.organization_id}`
    const lines = await tx.query(sql`delete from message_log where ${own} and at < ${before} returning id`)
    const runs = await tx.query(sql`
      delete from batch_job_run where ${own} and finished_at < ${before} and status not in ('waiting', 'running') returning id`)
    await tx.query(sql`delete from batch_job_file f where ${own}
      and not exists (select from batch_job_run r where r.organization_id = f.organization_id and r.id = f.run_id)`)
    await tx.query(sql`delete from made_record where ${own} and made_at < ${before}`)
    const reasons = await tx.query(sql`delete from upload_error where ${own} and at < ${before} returning id`)
    return {
      message: `Older than ${days} days: ${lines.length} messages, ${runs.length} runs and ${reasons.length} reasons of imports were dropped.`,
    }
  }
