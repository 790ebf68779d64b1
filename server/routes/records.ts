import type { FastifyInstance } from 'fastify'
import type { Screen } from '#src/definition'
import { createCommands } from '../commands/index.ts'
import { applicationOfPath } from '../engine/by-application.ts'
import { effectiveScreen, formFieldsVersion } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import type { Services } from '../services.ts'
import { findCallIn, type FindCall, findResultIn, isOwnAddress } from './find-call.ts'

const constraint = 'records'

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Handler = Parameters<ReturnType<Strategy['storage']>['set']>[1]

/** Keeps requests for no screen's records from the route, so that they are not found rather than refused. */
const addressesOf = (find: FindCall): Strategy => ({
  name: constraint,
  storage: () => {
    const handlers = new Map<unknown, Handler>()
    return { get: (value) => handlers.get(value) ?? null, set: (value, handler) => void handlers.set(value, handler) }
  },
  validate: () => {},
  deriveConstraint: ({ method, url }) => isOwnAddress(url) || find(method, url) !== undefined,
})

/** The calls of every definition with an endpoint, under each of its names: one route a method, which looks the screen up. */
export function recordRoutes(app: FastifyInstance, services: Services): void {
  const find = findCallIn(services.screens)
  const findOwn = memo(findCallIn)
  const findOwnResult = memo(findResultIn)
  const hooks = createHooks(services.session)
  const commands = { ...createCommands(services.session), ...services.commands }
  app.addConstraintStrategy(addressesOf(find))
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/api/*',
    constraints: { [constraint]: true },
    handler: async (request, reply) => {
      const screens = await screensOf(services, request.caller)
      const result = isOwnAddress(request.url) ? findOwnResult(screens)(request.method, request.url) : undefined
      if (result) {
        const screen = await effectiveScreen(services, request.caller, result.screen.name)
        return result.call.answer({ request, reply, services, screen })
      }
      const found = (isOwnAddress(request.url) ? findOwn(screens) : find)(request.method, request.url)
      if (!found) throw new AppError('NOT_FOUND')
      const application = applicationOfPath(found.screen, request.url)
      if (application) request.caller = { ...request.caller, application }
      const { caller } = request
      const screen = await effectiveScreen(services, caller, found.screen.name)
      // Tells an open browser with every answer that the fields it shows are no longer those there are.
      reply.header('x-form-fields-version', await formFieldsVersion(services, caller))
      const records = { ...services, screens, hooks, commands }
      return found.call.answer({
        request,
        reply,
        services: records,
        screen,
        api: new RecordApi(records, screen, caller),
        at: found.at,
      })
    },
  })
}

/** Keeps what was made of an array of screens as long as the array is in use. */
function memo<T>(make: (screens: readonly Screen[]) => T): (screens: readonly Screen[]) => T {
  const made = new WeakMap<readonly Screen[], T>()
  return (screens) => {
    const known = made.get(screens) ?? make(screens)
    made.set(screens, known)
    return known
  }
}
