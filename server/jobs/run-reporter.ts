import type { FastifyBaseLogger } from 'fastify'
import { type JobRun, type LogLine, writeLog } from '../engine/jobs/run-record.ts'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'

const reportEvery = 300

export const line = (severity: LogLine['severity'], message: string): LogLine => ({
  at: new Date().toISOString(),
  severity,
  message,
})

/** Writes down how far a run is and what it logs, a few times a second, beside its own transaction. */
export function runReporter(db: Database, logger: FastifyBaseLogger, run: JobRun) {
  let lines: LogLine[] = []
  let state: { phase: string; done: number; total: number } | undefined
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const write = async () => {
    const [some, at] = [lines, state]
    lines = []
    state = undefined
    if (some.length === 0 && !at) return
    try {
      await db.tenant({ organizationId: run.organization_id, userId: run.user_id }, async (tx) => {
        if (at)
          await tx.query(sql`
            update batch_job_run set phase = ${at.phase}, percent_done = ${at.total > 0 ? Math.min(100, Math.round((at.done / at.total) * 100)) : null}::numeric
             where organization_id = ${run.organization_id} and id = ${run.id} and status = 'running' and attempt = ${run.attempt}`)
        await writeLog(tx, run, some)
      })
    } catch (error) {
      logger.error({ err: error, run: run.id }, 'how far a run is could not be written down')
    }
  }
  const soon = () => {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      writing = writing.then(write)
    }, reportEvery)
  }
  return {
    log: (severity: LogLine['severity'], message: string) => {
      lines.push(line(severity, message))
      soon()
    },
    progress: (phase: string, done: number, total: number) => {
      state = { phase, done, total }
      soon()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await writing
    },
    rest: () => lines,
  }
}
