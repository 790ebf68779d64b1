import { cronProblem, isTimeZone, nextOccurrence } from '../engine/jobs/occurrences.ts'
import { holidaysOf, timetableOf } from '../engine/jobs/timetable.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

function problems(job: Values) {
  if (job['schedule'] !== 'cron' || typeof job['cron'] !== 'string') return []
  const cron = cronProblem(job['cron'])
  return [
    ...(cron ? [{ path: ['cron'], code: 'invalid', message: cron }] : []),
    ...(isTimeZone(String(job['time_zone'] ?? 'UTC'))
      ? []
      : [{ path: ['time_zone'], code: 'invalid', message: 'This time zone is not known; write it as Europe/Berlin' }]),
  ]
}

const isTimed = (job: Values): boolean =>
  job['schedule'] === 'cron' && job['active'] !== false && typeof job['cron'] === 'string'

async function nextRun(
  tx: Tx,
  organizationId: number,
  job: Values,
  without: readonly number[] = [],
): Promise<string | null> {
  if (!isTimed(job)) return null
  const holidays = await holidaysOf(tx, organizationId, job['calendar'], without)
  return nextOccurrence(timetableOf(job, holidays), new Date())
}

/** Jobs that follow a calendar are due anew when its holidays change. */
async function planAnew(
  tx: Tx,
  organizationId: number,
  calendar: unknown,
  without: readonly number[] = [],
): Promise<void> {
  const jobs = await tx.query<Values & { id: number }>(sql`
    select * from batch_job_definition
     where organization_id = ${organizationId} and schedule = 'cron' and active and day_rule <> 'any' and calendar = ${String(calendar)}`)
  for (const job of jobs)
    await tx.query(sql`
      update batch_job_definition set next_run_at = ${await nextRun(tx, organizationId, job, without)}
       where organization_id = ${organizationId} and id = ${job.id}`)
}

/** Batch jobs know when they run next; holidays move them. */
export const batchJobHooks: Record<'batch-job' | 'holiday', RecordHooks> = {
  'batch-job': {
    beforeWrite: async ({ tx, caller }, values, current) => {
      const job = { ...current, ...values }
      const issues = problems(job)
      if (issues.length > 0) return issues
      const next = await nextRun(tx, caller.organizationId, job)
      values['next_run_at'] = next
      values['runs_as'] = caller.email
      return next === null && isTimed(job)
        ? [{ path: ['cron'], code: 'invalid', message: 'With these days off, these times never come' }]
        : []
    },
  },
  holiday: {
    afterWrite: ({ tx, caller }, record) => planAnew(tx, caller.organizationId, record['calendar']),
    beforeDelete: async ({ tx, caller }, records) => {
      const gone = records.map(({ id }) => id)
      for (const calendar of new Set(records.map((record) => record['calendar'])))
        await planAnew(tx, caller.organizationId, calendar, gone)
    },
  },
}
