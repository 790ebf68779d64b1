import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createHooks, hooksOf } from '../hooks/registry.ts'
import { acquireLock, demandRecord, releaseLock } from '../engine/locks.ts'
import { readOne } from '../engine/one.ts'
import { screensOf } from '../engine/own-screens.ts'
import { demandUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const lockBody = z.object({
  screen: z.string().max(100),
  id: z.coerce.number().int().positive(),
  force: z.union([z.boolean(), z.stringbool()]).default(false),
})

/** Why nobody may begin to edit now, in words: an answer, and no failure of the call. */
async function whyFixed(asked: Promise<void>): Promise<string | undefined> {
  try {
    await asked
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'WRONG_STATE') return error.message
    throw error
  }
}

/** Who edits a record holds its lock, so that others are told before they begin. */
export function lockRoutes(app: FastifyInstance, { db, screens, session }: Services): void {
  const hooks = createHooks(session)
  const asked = async (request: FastifyRequest) => {
    const body = parseInput(lockBody, request.body)
    const known = await screensOf({ db, screens }, request.caller)
    const screen = known.find((candidate) => candidate.name === body.screen || candidate.endpoint === body.screen)
    if (!screen?.table) throw new AppError('NOT_FOUND')
    demandUse(request.caller, screen, 'update')
    return { ...body, screen, known }
  }
  app.post('/api/acquire-lock', async (request) => {
    const { screen, id, force, known } = await asked(request)
    const { caller } = request
    const { beforeEdit } = hooksOf(hooks, screen)
    const lock = await db.tenant(caller, async (tx) => {
      await demandRecord(tx, screen, caller, id, known)
      const fixed =
        beforeEdit &&
        (await whyFixed(beforeEdit({ tx, caller, screen }, await readOne(tx, screen, caller, id, screens))))
      return fixed === undefined ? acquireLock(tx, caller, screen.name, id, force) : { fixed }
    })
    return { response: lock }
  })
  app.post('/api/release-lock', async (request) => {
    const { screen, id } = await asked(request)
    await db.tenant(request.caller, (tx) => releaseLock(tx, request.caller, screen.name, id))
    return { response: {} }
  })
}
