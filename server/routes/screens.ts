import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { applications, type Screen } from '#src/definition'
import { designedAt } from '#src/definition/variants.ts'
import type { Caller } from '../authorize.ts'
import { callerScreen, effectiveScreen, formFieldsVersion, screenNamed } from '../engine/effective-screens.ts'
import { listViews } from '../engine/list-views.ts'
import { favouritesOf } from '../engine/favourites.ts'
import { namedFigures } from '../engine/home-figures.ts'
import { findInNavigation, mostOfArea, navigationOf } from '../engine/navigation.ts'
import { screensOf } from '../engine/own-screens.ts'
import { placeOf } from '../engine/places.ts'
import { mayUse } from '../engine/screen-access.ts'
import { servedScreen } from '../engine/served-screen.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { grantors } from '../session/granting.ts'
import { loadProfile } from '../session/profile.ts'

const bootstrapQuery = z.object({
  application: z.string().max(60).optional(),
  path: z.string().max(2000).default('/'),
})

const navigationQuery = z.object({
  application: z.string().max(60).optional(),
  area: z.string().max(60).optional(),
  search: z.string().max(200).optional(),
  paths: z
    .string()
    .max(4000)
    .transform((text) => text.split(','))
    .optional(),
  limit: z.coerce.number().int().min(1).max(mostOfArea).default(50),
})

/** What the shell starts with, and the screens as the caller may know them. */
export function screensRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/bootstrap', async (request) => {
    const { application, path } = parseInput(bootstrapQuery, request.query)
    return { response: await bootstrap(services, request.caller, application ?? null, path) }
  })
  app.get('/api/places', async ({ caller, query }) => {
    const { application = caller.application, path } = parseInput(bootstrapQuery, query)
    return { response: await whatIsAt(services, { ...caller, application }, path) }
  })
  app.get('/api/navigation', async ({ caller, query }) => {
    const { application = null, ...wanted } = parseInput(navigationQuery, query)
    return { response: findInNavigation(await screensOf(services, caller), caller, application, wanted) }
  })
  app.get('/api/screens', async ({ caller }) => {
    const screens = await screensOf(services, caller)
    const records = screens.filter((screen) => mayUse(caller, screen, 'read')).map((screen) => summary(screen, caller))
    return { response: { records, total_record: records.length } }
  })
  app.get<{ Params: { name: string } }>('/api/screens/:name', async (request, reply) => {
    const { application = request.caller.application } = parseInput(bootstrapQuery, request.query)
    const screen = await servedScreen(services, { ...request.caller, application }, request.params.name)
    reply.header('x-form-fields-version', await formFieldsVersion(services, request.caller))
    return { response: screen }
  })
}

const summary = (screen: Screen, caller: Caller) => {
  const { name, label, plural, area, endpoint, formId, list, upload, result } = screen
  return {
    name,
    label,
    plural,
    area,
    endpoint,
    form_id: formId,
    path: list?.path ?? result?.criteria ?? null,
    upload_path: mayUse(caller, screen, 'upload') ? (upload?.path ?? null) : null,
    // Null as well for those who may not upload.
    functionality: upload && mayUse(caller, screen, 'upload') ? upload.functionality : null,
  }
}

async function bootstrap(services: Services, signedIn: Caller, asked: string | null, path: string) {
  const screens = await screensOf(services, signedIn)
  // A remembered application that was taken away since must not keep anybody out.
  const application = asked !== null && signedIn.apps.includes(asked) ? asked : null
  const caller = { ...signedIn, application }
  const [profile, entries, favourites, version, there] = await Promise.all([
    loadProfile(services.db, caller),
    applicationEntries(services, caller),
    application === null
      ? []
      : services.db.tenant(caller, (tx) => favouritesOf({ tx, caller, screens, application }), { readOnly: true }),
    formFieldsVersion(services, caller),
    whatIsAt(services, caller, path),
  ])
  return {
    profile,
    application,
    applications: entries,
    navigation: navigationOf(screens, caller, application, there.screen?.area ?? null),
    favourites,
    figures: namedFigures(screens, caller, application),
    ...there,
    version,
  }
}

/** What a path leads to, everything that is needed to show it included; without a route nothing is there. */
async function whatIsAt(services: Services, caller: Caller, path: string) {
  const screens = await screensOf(services, caller)
  const place = placeOf(screens, caller, path)
  if (!place) return { route: null, screen: null, views: null }
  if (place.denied) {
    const granted_by = await services.db.tenant(caller, (tx) => grantors(tx, caller), { readOnly: true })
    const screen = screenNamed(screens, place.route.screen)
    const designed = place.route.kind === 'design' && screen ? designedAt(screen, place.route.path) : undefined
    const label = designed?.designer?.label ?? screen?.plural ?? place.route.screen
    return { route: null, screen: null, views: null, denied: { label, granted_by } }
  }
  const { route } = place
  const isList = route.kind === 'list' || route.kind === 'display'
  const [screen, views] = await Promise.all([
    servedScreen(services, caller, route.screen),
    isList ? viewsOf(services, caller, route.screen) : null,
  ])
  return { route, screen, views }
}

/** The saved views of a list, so that the first page knows which of them it opens with. */
async function viewsOf(services: Services, caller: Caller, name: string) {
  const [known, screen] = await Promise.all([
    callerScreen(services, caller, name),
    effectiveScreen(services, caller, name),
  ])
  return services.db.tenant(caller, (tx) => listViews(tx, caller, screen, known), { readOnly: true })
}

async function applicationEntries({ db }: Services, caller: Caller) {
  const missing = applications.some((name) => !caller.apps.includes(name))
  const granted_by = missing ? await db.tenant(caller, (tx) => grantors(tx, caller), { readOnly: true }) : []
  return applications.map((name) =>
    caller.apps.includes(name) ? { name, authorized: true } : { name, authorized: false, granted_by },
  )
}
