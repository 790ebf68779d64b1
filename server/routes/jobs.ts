import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import type { Row } from '../engine/page.ts'
import { RecordApi } from '../engine/record-api.ts'
import { isTimeZone } from '../engine/jobs/occurrences.ts'
import { createHooks } from '../hooks/registry.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { parseInput } from '../parse-input.ts'
import { integrationRoutes } from './integrations.ts'
import { answerRecords } from './record-calls.ts'
import { parametersOf } from './record-request.ts'
import type { Services } from '../services.ts'

const zoneOnly = z.object({
  user_time_zone: z.string().max(60).refine(isTimeZone, 'This time zone is not known').optional(),
})

/** The worker of this process, and the message log with its times as clocks of the reader show them. */
export async function jobRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const jobs = await startJobs(services)
  // Before the server waits for its open answers: what it gives back somebody else may take at once.
  app.addHook('preClose', jobs.stop)
  integrationRoutes(app, jobs.services)
  const hooks = createHooks(services.session)
  app.get('/api/message-log', async (request, reply) => {
    const { caller } = request
    const { user_time_zone: given, ...parameters } = parametersOf(request)
    const { user_time_zone: zone } = parseInput(zoneOnly, { user_time_zone: given })
    const screen = await effectiveScreen(services, caller, 'message-log')
    const screens = await screensOf(services, caller)
    const api = new RecordApi({ ...services, hooks, screens }, screen, caller)
    return answerRecords({ api, reply }, parameters, zone === undefined ? undefined : withLocalTime(zone))
  })
}

function withLocalTime(zone: string): (row: Row) => Row {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (row) => ({ ...row, local_time: clock.format(new Date(String(row['at']))) })
}
