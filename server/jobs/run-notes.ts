import type { JobRun } from '../engine/jobs/run-record.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** What the records of the job and of the integration tell of their last run. */
export async function noteOfRun(tx: Tx, run: JobRun, status: string, message: string): Promise<void> {
  const { organization_id: organizationId, job, integration } = run
  if (job !== null)
    await tx.query(sql`
      update batch_job_definition set last_run_at = clock_timestamp(), last_status = ${status}
       where organization_id = ${organizationId} and code = ${job}`)
  if (integration !== null)
    await tx.query(sql`
      update integration_setup set last_run_at = clock_timestamp(), last_status = ${status}, last_message = ${message}
       where organization_id = ${organizationId} and code = ${integration}`)
}

/** Why nobody is there to work for, and what to do about it. */
export async function wordsOfGone(tx: Tx, run: JobRun): Promise<string> {
  const [user] = await tx.query<{ email: string }>(sql`
    select email from app_user where organization_id = ${run.organization_id} and id = ${run.user_id}`)
  const who = user ? `${user.email}, in whose name this runs, may` : 'The user in whose name this runs is gone and may'
  const words = `${who} not sign in any more. Run it again to have it run in your name`
  return run.job === null
    ? `${words}.`
    : `${words}, and save the job ${run.job} so that its times are kept in your name.`
}
