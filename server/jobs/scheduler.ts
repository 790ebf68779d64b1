import { nextOccurrence } from '../engine/jobs/occurrences.ts'
import { enqueueRun, type JobDefinition, runOf } from '../engine/jobs/run-record.ts'
import { holidaysOf, timetableOf } from '../engine/jobs/timetable.ts'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'

type Scheduled = JobDefinition & { readonly organization_id: number; readonly next_run_at: string }

/**
 * Asks for the runs whose time has come, each once however many processes look; what was missed while no server ran is made
 * good once.
 */
export async function enqueueDue(db: Database, now: Date): Promise<number> {
  return db.system(async (tx) => {
    const due = await tx.query<Scheduled>(sql`
      select * from batch_job_definition where schedule = 'cron' and active and next_run_at <= ${now.toISOString()}
       order by next_run_at limit 100 for update skip locked`)
    for (const job of due) {
      await enqueueRun(
        tx,
        runOf(job.organization_id, job, {
          userId: job.updated_by ?? job.created_by ?? 0,
          startedBy: 'Schedule',
          occasion: `${job.code} at ${job.next_run_at}`,
        }),
      )
      const holidays = await holidaysOf(tx, job.organization_id, job['calendar'])
      const next = nextOccurrence(timetableOf(job, holidays), now)
      await tx.query(sql`
        update batch_job_definition set next_run_at = ${next} where organization_id = ${job.organization_id} and id = ${job.id}`)
    }
    return due.length
  })
}
