import type { FastifyInstance } from 'fastify'

const limit = 10_000

/**
 * How to close the server: running requests finish, for ten seconds at most. Connections that carry none are closed at once,
 * also those that a browser has opened in advance and never used, which Node does not count among the idle ones.
 */
export function drainOf(app: FastifyInstance): () => Promise<void> {
  const { server } = app
  let running = 0
  let closing = false
  const closeIdle = () => {
    if (closing && running === 0) server.closeAllConnections()
  }
  server.on('request', (_request, response) => {
    running += 1
    response.once('close', () => {
      running -= 1
      closeIdle()
    })
  })
  return async () => {
    closing = true
    const overdue = setTimeout(() => server.closeAllConnections(), limit)
    const closed = app.close()
    closeIdle()
    await closed
    clearTimeout(overdue)
  }
}
