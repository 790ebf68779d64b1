import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { changedLast, countedViews, lastUploads, ranLately } from '../engine/home.ts'
import { figures } from '../engine/home-figures.ts'
import { screensOf } from '../engine/own-screens.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const asked = z.object({ application: z.string().max(80).nullish() })

/** What the start page tells whoever opens it. */
export function homeRoutes(app: FastifyInstance, { db, screens }: Services): void {
  app.get('/api/home', async ({ caller, query }) => {
    const { application = null } = parseInput(asked, query)
    const known = await screensOf({ db, screens }, caller)
    const response = await db.tenant(
      caller,
      async (tx) => ({
        attention: await countedViews(tx, 'attention', known, caller, application),
        due: await countedViews(tx, 'due', known, caller, application),
        ran: await ranLately(tx, known, caller, application),
        changed: await changedLast(tx, known, caller, application),
        uploads: await lastUploads(tx, known, caller),
      }),
      { readOnly: true },
    )
    return { response }
  })
  app.get('/api/home/figures', async ({ caller, query }) => {
    const { application = null } = parseInput(asked, query)
    const records = await figures(db, await screensOf({ db, screens }, caller), caller, application)
    return { response: { records, total_record: records.length } }
  })
}
