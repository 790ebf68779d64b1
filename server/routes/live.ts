import type { FastifyInstance } from 'fastify'
import { formFieldsOf } from '../engine/form-fields.ts'
import { LiveChanges } from '../engine/live.ts'
import type { Services } from '../services.ts'

/** What open browsers hear while nobody asks: that form_fields have changed. */
export async function liveRoutes(app: FastifyInstance, { db, log }: Services): Promise<void> {
  const live = new LiveChanges(db)
  await live.start((err: unknown) => log.warn({ err }, 'browsers could not be told of a change'))
  // Before the server waits for its open answers, which these would never end.
  app.addHook('preClose', () => live.stop())
  app.get('/api/events', async (request, reply) => {
    reply.hijack()
    const { raw: response } = reply
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Ends with the stream; a server that stops would wait for it otherwise.
      connection: 'close',
      // A proxy that collects answers would keep them to itself.
      'x-accel-buffering': 'no',
    })
    const { organizationId, userId } = request.caller
    await live.follow({ organizationId, userId, response }).catch((error: unknown) => {
      log.warn({ err: error }, 'a browser cannot follow changes')
      response.end()
    })
  })
  app.get('/api/form_fields/version', async ({ caller }) => ({
    response: { version: await formFieldsOf(db).version(caller) },
  }))
}
