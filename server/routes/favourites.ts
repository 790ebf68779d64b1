import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { favouritesOf, type FavouriteScope, placeFavourite, removeFavourite } from '../engine/favourites.ts'
import { screensOf } from '../engine/own-screens.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const application = z.string().min(1, 'Say in which application.').max(60)
const path = z.string().startsWith('/', 'Give the address of an entry of the menu.').max(300)
const asked = z.object({ application })
const placed = z.object({ application, path, before: z.string().max(300).nullable().default(null) })
const removed = z.object({ application, path })

/** The entries of the menu that a user keeps at its top: read, added and moved, taken away. */
export function favouriteRoutes(app: FastifyInstance, services: Services): void {
  /** Does what is asked and answers the favourites as they are then. */
  const answer = async (
    { caller }: FastifyRequest,
    name: string,
    act?: (scope: FavouriteScope) => Promise<void>,
  ): Promise<object> => {
    if (!caller.apps.includes(name)) throw new AppError('FORBIDDEN', { message: `You do not have access to ${name}.` })
    const screens = await screensOf(services, caller)
    const records = await services.db.tenant(
      caller,
      async (tx) => {
        const scope = { tx, caller, screens, application: name }
        await act?.(scope)
        return favouritesOf(scope)
      },
      { readOnly: act === undefined },
    )
    return { response: { records, total_record: records.length } }
  }

  app.get('/api/favourites', (request) => answer(request, parseInput(asked, request.query).application))
  app.put('/api/favourites', (request) => {
    const body = parseInput(placed, request.body)
    return answer(request, body.application, (scope) => placeFavourite(scope, body.path, body.before))
  })
  app.delete('/api/favourites', (request) => {
    const query = parseInput(removed, request.query)
    return answer(request, query.application, (scope) => removeFavourite(scope, query.path))
  })
}
