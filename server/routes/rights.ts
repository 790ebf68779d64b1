import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Caller, demand } from '../authorize.ts'
import { callerScreen, effectiveScreen } from '../engine/effective-screens.ts'
import { wholeNavigation } from '../engine/navigation.ts'
import { screensOf } from '../engine/own-screens.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { rightsOf } from '../session/rights.ts'
import { holderOf, mayOn } from '../session/seen-by-role.ts'

const rolePath = z.object({ id: z.coerce.number().int().positive() })
const screenPath = rolePath.extend({ name: z.string().min(1).max(80) })
const chosen = z.object({ application: z.string().max(60).optional() })

/** What can be allowed, in words, and what the people of a role see. */
export function rightsRoutes(app: FastifyInstance, services: Services): void {
  const holder = (caller: Caller, roleId: number) => {
    demand(caller, 'administration.roles')
    return services.db.tenant(caller, (tx) => holderOf(tx, caller, roleId), { readOnly: true })
  }

  app.get('/api/rights', async ({ caller }) => {
    demand(caller, 'administration.roles')
    return { response: rightsOf(await screensOf(services, caller)) }
  })

  app.get('/api/rights/seen-by/:id', async ({ caller, params, query }) => {
    const { role, caller: somebody } = await holder(caller, parseInput(rolePath, params).id)
    const { application } = parseInput(chosen, query)
    const screens = await screensOf(services, caller)
    const open = application !== undefined && somebody.apps.includes(application) ? application : null
    const navigation = wholeNavigation(screens, somebody, open)
    const shown = new Set(navigation.flatMap(({ items }) => items.map(({ screen }) => screen)))
    return {
      response: {
        role,
        application: open,
        applications: somebody.apps,
        navigation,
        screens: Object.fromEntries(
          screens.filter(({ name }) => shown.has(name)).map((screen) => [screen.name, mayOn(somebody, screen)]),
        ),
      },
    }
  })

  app.get('/api/rights/seen-by/:id/screens/:name', async ({ caller, params }) => {
    const { id, name } = parseInput(screenPath, params)
    const { caller: somebody } = await holder(caller, id)
    const [screen, whole] = await Promise.all([
      callerScreen(services, somebody, name),
      effectiveScreen(services, somebody, name),
    ])
    return { response: { screen, ...mayOn(somebody, whole) } }
  })
}
