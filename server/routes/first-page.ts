import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { stripEmpty } from '#src/definition'
import { firstPageParameters } from '#src/definition/page-parameters.ts'
import type { Caller } from '../authorize.ts'
import { callerScreen, effectiveScreen, formFieldsVersion } from '../engine/effective-screens.ts'
import { listViews } from '../engine/list-views.ts'
import { screensOf } from '../engine/own-screens.ts'
import { placeOf } from '../engine/places.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const firstPageQuery = z.object({
  path: z.string().max(2000),
  search: z.string().max(8000).default(''),
})

/**
 * The rows behind the address of a list, with the parameters they were read by: a browser asks for them beside the screen
 * itself, before it knows which endpoint they have. Null where no list is, or one that only its own code understands.
 */
export function firstPageRoute(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  app.get('/api/first-page', async (request, reply) => {
    const { path, search } = parseInput(firstPageQuery, request.query)
    reply.header('x-form-fields-version', await formFieldsVersion(services, request.caller))
    return { response: await firstPage({ ...services, hooks }, request.caller, path, search) }
  })
}

async function firstPage(
  services: Services & { readonly hooks: ReturnType<typeof createHooks> },
  caller: Caller,
  path: string,
  search: string,
) {
  const screens = await screensOf(services, caller)
  const place = placeOf(screens, caller, path)
  if (!place || place.denied || (place.route.kind !== 'list' && place.route.kind !== 'display')) return null
  const name = place.route.screen
  const [known, screen] = await Promise.all([
    callerScreen(services, caller, name),
    effectiveScreen(services, caller, name),
  ])
  const views = await services.db.tenant(caller, (tx) => listViews(tx, caller, screen, known), { readOnly: true })
  const parameters = firstPageParameters(known, { pathname: path, search }, views)
  if (!parameters) return null
  const asked = stripEmpty(parameters) as Record<string, string>
  try {
    const page = await new RecordApi({ ...services, screens }, screen, caller).list(asked)
    return { screen: name, parameters: asked, page }
  } catch (error) {
    // The list says what of its address cannot be understood, and asks for the rest.
    if (error instanceof AppError && error.code === 'BAD_FILTER') return null
    throw error
  }
}
