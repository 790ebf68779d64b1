import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { json, sql } from '../../store/sql.ts'

/** A run that a worker has claimed. */
export interface JobRun {
  readonly organization_id: number
  readonly id: number
  readonly job: string | null
  readonly integration: string | null
  readonly name: string
  readonly job_type: string
  readonly app_type: string | null
  readonly attempt: number
  readonly body: Readonly<Record<string, unknown>>
  readonly user_id: number
  readonly max_attempts: number
  readonly retry_seconds: number
}

/** What is asked of the queue. */
export interface NewRun {
  readonly organizationId: number
  /** In whose name it works. */
  readonly userId: number
  readonly job: string | null
  /** The integration whose history it belongs to. */
  readonly integration?: string
  readonly name: string
  readonly jobType: string
  readonly appType: string | null
  readonly body: Readonly<Record<string, unknown>>
  readonly startedBy: string
  readonly maxAttempts: number
  readonly retrySeconds: number
  /** A second request for the same occasion asks for nothing. */
  readonly occasion?: string
}

/** Puts a run into the queue at the end of the transaction; undefined when its occasion was asked for before. */
export async function enqueueRun(tx: Tx, run: NewRun): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into batch_job_run (organization_id, id, number, job, integration, name, job_type, app_type, body, started_by, user_id, created_by, max_attempts, retry_seconds, occasion)
    select ${run.organizationId}, n.id, n.id, ${run.job}, ${run.integration ?? null}, ${run.name}, ${run.jobType}, ${run.appType}, ${json(run.body)}, ${run.startedBy},
           ${run.userId}, ${run.userId}, ${run.maxAttempts}::int, ${run.retrySeconds}::int, ${run.occasion ?? null}
      from (select nextval(pg_get_serial_sequence('batch_job_run', 'id')) as id) n
    on conflict (organization_id, occasion) do nothing returning id`)
  if (row) await wakeWorkers(tx)
  return row?.id
}

/** Puts a run into the queue, or joins the one that waits there to do the same for the same person. */
export async function enqueueOrJoin(tx: Tx, run: NewRun): Promise<{ readonly id: number; readonly joined: boolean }> {
  const [waiting] = await tx.query<{ id: number }>(sql`
    select id from batch_job_run
     where organization_id = ${run.organizationId} and status = 'waiting' and due_at <= now() and job_type = ${run.jobType}
       and user_id = ${run.userId} and body = ${json(run.body)} order by id limit 1`)
  return waiting ? { ...waiting, joined: true } : { id: (await enqueueRun(tx, run))!, joined: false }
}

/** The words for a run that was joined. */
export const waitsAlready = (id: number): string => `It waits to run already, as run ${id}`

/** The channel on which workers of every process hear that there is something to do. */
export const jobChannel = 'tierline_jobs'

/** Tells the workers of every process, once the transaction is through. */
export const wakeWorkers = (tx: Tx, payload = ''): Promise<unknown> =>
  tx.query(sql`select pg_notify(${jobChannel}, ${payload})`)

/** A batch job as its record says. */
export interface JobDefinition {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly app_type: string
  readonly job_type: string
  readonly active: boolean | null
  readonly retries: number | null
  readonly retry_seconds: number | null
  readonly updated_by: number | null
  readonly created_by: number | null
  /** The address of whoever saved it last; none on jobs that were saved before this was noted. */
  readonly runs_as?: string | null
  readonly [field: string]: unknown
}

/** In whose name a job runs: whoever saved it last. */
export async function ownerOf(tx: Tx, organizationId: number, job: JobDefinition): Promise<number | undefined> {
  const [owner] = await tx.query<{ id: number }>(sql`
    select id from app_user where organization_id = ${organizationId} and email = ${job.runs_as ?? null}`)
  return owner?.id ?? job.updated_by ?? job.created_by ?? undefined
}

/** The run that a job's record asks for, with everything the record says about it. */
export function runOf(
  organizationId: number,
  job: JobDefinition,
  more: Pick<NewRun, 'userId' | 'startedBy'> & { readonly occasion?: string },
): NewRun {
  return {
    organizationId,
    job: job.code,
    ...(job.job_type === 'integration' && typeof job['integration'] === 'string'
      ? { integration: job['integration'] }
      : {}),
    name: job.name,
    jobType: job.job_type,
    appType: job.app_type,
    body: job,
    maxAttempts: (job.retries ?? 0) + 1,
    retrySeconds: job.retry_seconds ?? 60,
    ...more,
  }
}

/** Cancels a run: at once while it waits, else as soon as its worker hears of it; NOT_FOUND for one that never was, WRONG_STATE when it has ended. */
export async function cancelRun(tx: Tx, organizationId: number, runId: number): Promise<void> {
  const [run] = await tx.query<{ status: string }>(sql`
    update batch_job_run set cancel_requested = true,
           status = case when status = 'waiting' then 'cancelled' else status end,
           finished_at = case when status = 'waiting' then now() end,
           message = case when status = 'waiting' then 'Cancelled before it began.' else message end
     where organization_id = ${organizationId} and id = ${runId} and status in ('waiting', 'running') returning status`)
  if (!run) {
    const [ended] = await tx.query(
      sql`select from batch_job_run where organization_id = ${organizationId} and id = ${runId}`,
    )
    throw ended
      ? new AppError('WRONG_STATE', { message: 'This run has ended already.' })
      : new AppError('NOT_FOUND', { message: `There is no run ${runId}.` })
  }
  if (run.status === 'running') await wakeWorkers(tx, `cancel ${organizationId} ${runId}`)
}

/**
 * Puts a run that failed or was cancelled into the queue once more, under its own number and in the name of the caller: as its
 * job says now, or as it was where the job is gone. WRONG_STATE otherwise.
 */
export async function repeatRun(tx: Tx, caller: Pick<Caller, 'organizationId' | 'userId' | 'email'>, runId: number) {
  const { organizationId } = caller
  const [run] = await tx.query<JobRun>(sql`
    select organization_id, id, job, integration, name, job_type, app_type, attempt, body, user_id, max_attempts, retry_seconds from batch_job_run
     where organization_id = ${organizationId} and id = ${runId} and status in ('failed', 'partial', 'cancelled') for update`)
  if (!run) throw new AppError('WRONG_STATE', { message: 'Only what failed or was cancelled runs again.' })
  const [job] =
    run.job === null
      ? []
      : await tx.query<JobDefinition>(sql`
          select * from batch_job_definition where organization_id = ${organizationId} and code = ${run.job}`)
  const before = { ...run, jobType: run.job_type, appType: run.app_type, retrySeconds: run.retry_seconds }
  const next = job
    ? runOf(organizationId, job, { userId: caller.userId, startedBy: caller.email })
    : { ...before, maxAttempts: run.max_attempts }
  const how = job
    ? `as ${job.code} is set up now`
    : run.job === null
      ? 'as it was'
      : `as it was, since there is no job ${run.job} any more`
  const words = `Runs again ${how}, in the name of ${caller.email}.`
  await tx.query(sql`
    update batch_job_run set status = 'waiting', attempt = 0, interrupted = 0, cancel_requested = false, due_at = now(), finished_at = null,
           started_at = null, seconds = null, message = ${words}, phase = null, percent_done = null, user_id = ${caller.userId}, started_by = ${caller.email},
           name = ${next.name}, job_type = ${next.jobType}, app_type = ${next.appType}, integration = ${next.integration ?? null}, body = ${json(next.body)},
           max_attempts = ${next.maxAttempts}::int, retry_seconds = ${next.retrySeconds}::int
     where organization_id = ${organizationId} and id = ${runId}`)
  await writeLog(tx, run, [{ at: new Date().toISOString(), severity: 'info', message: words }])
  await wakeWorkers(tx)
}

export type Severity = 'info' | 'warning' | 'error'

export interface LogLine {
  readonly at: string
  readonly severity: Severity
  readonly message: string
}

/** Adds lines to the message log of a run. */
export async function writeLog(
  tx: Tx,
  { organization_id: organizationId, id }: Pick<JobRun, 'organization_id' | 'id'>,
  lines: readonly LogLine[],
): Promise<void> {
  if (lines.length === 0) return
  await tx.query(sql`
    insert into message_log (organization_id, batch_job_id, at, severity, message)
    select ${organizationId}, ${id}, l.at, l.severity, left(l.message, 4000)
      from jsonb_to_recordset(${json(lines)}) as l (at timestamptz, severity text, message text)`)
}
