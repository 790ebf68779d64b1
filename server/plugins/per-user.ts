import type { FastifyRequest } from 'fastify'

/** The options of a route that one user may call so many times a minute: of calls that cost others time, mails or money. */
export const perUser = (max: number) => ({
  config: {
    rateLimit: {
      max,
      timeWindow: 60_000,
      // Who asks is known once signing in was checked.
      hook: 'preHandler' as const,
      keyGenerator: ({ caller }: FastifyRequest) => `user ${caller.userId}`,
    },
  },
})
