import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import type { OneCallAnswer } from '../upload/one-call.ts'
import { readUpload } from '../upload/upload-record.ts'
import { type Severity, writeLog } from './run-record.ts'

/** A file that arrives in one call, as the list of runs shows it. */
export interface ReceivedFile {
  readonly name: string
  readonly application: string | null
}

/** After so many seconds without a word a run whose import has come to rest is taken for one whose server went away. */
const silentFor = 60

/**
 * Keeps a run of a call that takes a file in, from its start to its end: `work` tells the import once it has arrived. A failure
 * is noted and thrown on.
 */
export async function recordReceived(
  db: Database,
  caller: Caller,
  { name, application }: ReceivedFile,
  work: (onReceived: (uploadId: number) => Promise<void>) => Promise<OneCallAnswer>,
): Promise<OneCallAnswer> {
  const [run] = await db.tenant(caller, (tx) =>
    tx.query<{ id: number; organization_id: number }>(sql`
      insert into batch_job_run (organization_id, id, number, name, job_type, app_type, started_by, user_id, created_by, status, attempt, max_attempts, claimed_at, started_at)
      select ${caller.organizationId}, n.id, n.id, ${name}, 'received_file', ${application}, ${caller.email}, ${caller.userId}, ${caller.userId}, 'running', 1, 1, now(), now()
        from (select nextval(pg_get_serial_sequence('batch_job_run', 'id')) as id) n returning id, organization_id`),
  )
  const end = async (status: string, message: string, lines: readonly (readonly [Severity, string])[], uploadId = 0) =>
    db.tenant(caller, async (tx) => {
      const { result, counts } = uploadId > 0 ? await readUpload(tx, uploadId) : { result: null, counts: null }
      await tx.query(sql`
        update batch_job_run set status = ${status}, message = ${message}, finished_at = clock_timestamp(), percent_done = 100,
               seconds = round(extract(epoch from clock_timestamp() - claimed_at)::numeric, 1),
               inserted = ${Number(result?.['inserted'] ?? 0)}::bigint, updated = ${Number(result?.['updated'] ?? 0)}::bigint,
               unchanged = ${counts?.unchanged ?? 0}::bigint, rejected = ${(counts?.rejected ?? 0) + (counts?.conflict ?? 0)}::bigint
         where organization_id = ${caller.organizationId} and id = ${run!.id} and status = 'running'`)
      const at = new Date().toISOString()
      await writeLog(
        tx,
        run!,
        lines.map(([severity, text]) => ({ at, severity, message: text })),
      )
    })
  try {
    const answer = await work((uploadId) =>
      db.tenant(caller, async (tx) => {
        await tx.query(sql`
          insert into batch_job_file (organization_id, run_id, name, upload_id) values (${caller.organizationId}, ${run!.id}, ${name}, ${uploadId})`)
      }),
    )
    const [first = 'Nothing to change', ...more] = answer.messageLog
    if (answer.error_list) {
      const reasons = Object.values(answer.error_list)
      await end(
        'failed',
        'Nothing was written.',
        reasons.map((reason) => ['error', reason] as const),
        answer.upload_id,
      )
    } else {
      const lines = [['info', first] as const, ...more.map((text) => ['warning', text] as const)]
      await end(more.length > 0 ? 'partial' : 'complete', first, lines, answer.upload_id)
    }
    return answer
  } catch (error) {
    const message = error instanceof AppError ? error.message : 'Something went wrong on the server.'
    await end('failed', message, [['error', message]])
    throw error
  }
}

/** Ends runs whose call went away with its server, by what became of their import; how many there were. */
export async function settleReceived(db: Database): Promise<number> {
  const rows = await db.system((tx) =>
    tx.query(sql`
      update batch_job_run r set finished_at = now(), percent_done = 100,
             status = case when u.state = 'committed' then 'complete' else 'failed' end,
             message = case when u.state = 'committed' then 'Written; the server stopped before it could answer.' else 'The server stopped; nothing was written.' end
        from batch_job_run o left join batch_job_file f on f.organization_id = o.organization_id and f.run_id = o.id
             left join upload u on u.organization_id = f.organization_id and u.id = f.upload_id
       where r.organization_id = o.organization_id and r.id = o.id and o.status = 'running' and o.job_type = 'received_file'
         and o.claimed_at < now() - make_interval(secs => ${silentFor})
         and coalesce(u.updated_at, o.claimed_at) < now() - make_interval(secs => ${silentFor})
         and (u.id is null or u.state not in ('staging', 'checking', 'committing')) returning r.id`),
  )
  return rows.length
}
