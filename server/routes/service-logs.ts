import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { demand } from '../authorize.ts'
import { AppError } from '../errors.ts'
import { latestLines } from '../log-tail.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { type Sql, sql } from '../store/sql.ts'

const tail = z.object({ limit: z.coerce.number().int().min(1).max(1_000).default(200) })

/** The latest of what the three services tell: the API of this process, the workers of batch jobs, integrations. */
export function serviceLogRoutes(app: FastifyInstance, { db }: Services): void {
  // It tells of every organisation, so it is for those who run the server.
  app.get('/api/service-a/logs', ({ caller, query }) => {
    demand(caller, 'platform.organizations')
    const { limit } = parseInput(tail, query)
    const records = latestLines(limit).map((line) => JSON.parse(line) as object)
    return { response: { records, total_record: records.length } }
  })
  const ofRuns = (path: string, which: Sql) =>
    app.get(path, async ({ caller, query }) => {
      demand(caller, 'integration.read')
      const { limit } = parseInput(tail, query)
      const records = await db.tenant(
        caller,
        (tx) =>
          tx.query(sql`
            select m.at, m.severity, m.message, m.batch_job_id, r.name, r.job, r.integration, r.worker
              from message_log m join batch_job_run r on r.organization_id = m.organization_id and r.id = m.batch_job_id
             where m.organization_id = ${caller.organizationId} and ${which} order by m.at desc, m.id desc limit ${limit}`),
        { readOnly: true },
      )
      return { response: { records, total_record: records.length } }
    })
  ofRuns('/api/service-b/logs', sql`r.integration is null`)
  ofRuns('/api/service-c/logs', sql`r.integration is not null`)
  app.post('/api/kafka-test', ({ caller }) => {
    demand(caller, 'integration.run')
    throw new AppError('NOT_IMPLEMENTED', {
      message: 'No event transport is set up, so there is nowhere to send a test message.',
    })
  })
}
