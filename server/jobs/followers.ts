import { enqueueRun, type JobDefinition, type JobRun, ownerOf, runOf } from '../engine/jobs/run-record.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** Asks for the runs of the jobs that wait for the success of this one, each once. */
export async function enqueueFollowers(tx: Tx, run: JobRun): Promise<void> {
  if (run.job === null) return
  const jobs = await tx.query<JobDefinition>(sql`
    select * from batch_job_definition
     where organization_id = ${run.organization_id} and schedule = 'after' and after_job = ${run.job} and active order by code`)
  for (const job of jobs) {
    // One that has not begun yet comes after this success as well.
    const [waiting] = await tx.query(sql`
      select from batch_job_run
       where organization_id = ${run.organization_id} and job = ${job.code} and status = 'waiting' and attempt = 0 and due_at <= now()
         and body->>'row_version' = ${String(job['row_version'])} for update skip locked limit 1`)
    if (waiting) continue
    await enqueueRun(
      tx,
      runOf(run.organization_id, job, {
        userId: (await ownerOf(tx, run.organization_id, job)) ?? run.user_id,
        startedBy: `After ${run.job}`,
        occasion: `${job.code} after run ${run.id} try ${run.attempt}`,
      }),
    )
  }
}
