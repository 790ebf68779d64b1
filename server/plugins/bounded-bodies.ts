import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Deeper than anything that has a meaning, and far from what could exhaust what reads it by calling itself. */
const deepest = 100

/** Refuses bodies whose values are nested too deep, before anything looks into them. */
export function boundedBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body }) => {
    let level = [body].filter(isNested)
    for (let depth = 0; level.length > 0; depth += 1) {
      if (depth > deepest)
        throw new AppError('BAD_REQUEST', { message: `Values may be nested at most ${deepest} levels deep.` })
      level = level.flatMap((value) => Object.values(value).filter(isNested))
    }
  })
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null
