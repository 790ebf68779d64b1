import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'

/** For balancers and supervisors: whether this process and its database answer. */
export function healthRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/api/health', async (_request, reply) => {
    // A second start that finds its port taken tells by this name who took it.
    reply.header('x-powered-by', 'Tierline')
    try {
      await db.system((tx) => tx.query(sql`select 1`))
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { message: 'The database does not answer.', cause })
    }
    return { response: { status: 'ok' } }
  })
}
