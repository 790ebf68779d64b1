import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { jobChannel } from '#server/engine/jobs/run-record.ts'
import { JobWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/log.ts'
import { openDatabase } from '#server/store/database.ts'
import { sql } from '#server/store/sql.ts'

// A worker that tests kill: each job writes one line, in a transaction that takes a few milliseconds.
const { TEST_DATABASE: url, TEST_APPLICATION: applicationUrl } = process.env
const db = openDatabase(url!, { applicationUrl: applicationUrl!, max: 8 })
const worker = new JobWorker(
  db,
  createLog('error') as FastifyBaseLogger,
  {
    line: async ({ tx, run }) => {
      await tx.query(
        sql`insert into worked (organization_id, run_id, pid) values (${run.organization_id}, ${run.id}, ${process.pid})`,
      )
      await pause(4)
      return { message: 'A line was written' }
    },
  },
  3,
)
await db.listen({ [jobChannel]: () => void worker.wake() })
setInterval(() => void worker.recover().then(() => worker.wake()), 200)
process.send!({ ready: true })
