import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { screensOf } from '../engine/own-screens.ts'
import { searchRecords } from '../engine/search-records.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const searchQuery = z.object({
  q: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** The search over the records of every screen, as the command palette asks it. */
export function searchRoutes(app: FastifyInstance, { db, screens }: Services): void {
  app.get('/api/search', async (request) => {
    const { q, limit } = parseInput(searchQuery, request.query)
    const known = await screensOf({ db, screens }, request.caller)
    return { response: await searchRecords(db, known, request.caller, q.trim(), limit) }
  })
}
