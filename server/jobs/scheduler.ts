import { nextOccurrence } from '../engine/jobs/occurrences.ts'
import { enqueueRun, type JobDefinition, ownerOf, runOf, wakeWorkers, writeLog } from '../engine/jobs/run-record.ts'
import { holidaysOf, timetableOf } from '../engine/jobs/timetable.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

type Scheduled = JobDefinition & { readonly organization_id: number; readonly next_run_at: string }

/**
 * Asks for the runs whose time has come, each once however many processes look; what was missed while no server ran is made
 * good once. A time that comes while a run of the job is still going on is left out, and the log of that run says so.
 */
export async function enqueueDue(db: Database, now: Date): Promise<number> {
  return db.system(async (tx) => {
    const due = await tx.query<Scheduled>(sql`
      select * from batch_job_definition where schedule = 'cron' and active and next_run_at <= ${now.toISOString()}
       order by next_run_at limit 100 for update skip locked`)
    for (const job of due) {
      if (!(await isGoingOn(tx, job)))
        await enqueueRun(
          tx,
          runOf(job.organization_id, job, {
            userId: (await ownerOf(tx, job.organization_id, job)) ?? 0,
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

/** Whether a run of the job waits or is at work; it is told there, and one that waits to be tried again is tried now. */
async function isGoingOn(tx: Tx, { organization_id: organizationId, ...job }: Scheduled): Promise<boolean> {
  // Nothing is waited for: whoever ends a run holds it and goes on to the job, which is held here.
  const [run] = await tx.query<{ id: number; status: string; is_later: boolean }>(sql`
    select id, status, status = 'waiting' and due_at > now() as is_later from batch_job_run
     where organization_id = ${organizationId} and job = ${job.code} and status in ('waiting', 'running') order by status, id limit 1`)
  if (!run) return false
  if (run.is_later) {
    // Its pause grows with every try, and would outlast the times of the job.
    await tx.query(sql`
      update batch_job_run set due_at = now() where organization_id = ${organizationId} and id in (
        select id from batch_job_run where organization_id = ${organizationId} and id = ${run.id} and status = 'waiting' for update skip locked)`)
    await wakeWorkers(tx)
  }
  const time = momentIn(job.next_run_at, String(job['time_zone'] ?? 'UTC'))
  const message = run.is_later
    ? `The time ${time} came while this run waited to be tried again: it is tried again now.`
    : `The time ${time} was skipped: this run was still ${run.status === 'running' ? 'going on' : 'waiting'}.`
  const line = { at: new Date().toISOString(), severity: 'warning', message } as const
  await writeLog(tx, { organization_id: organizationId, id: run.id }, [line])
  return true
}

/** A moment as the clocks of a zone show it: 2026-11-23 10:00 (Europe/Berlin). */
const momentIn = (iso: string, zone: string): string =>
  `${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso))} (${zone})`
