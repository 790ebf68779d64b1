import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { applications, type Screen } from '#src/definition'
import { matchRoute } from '#src/definition/match-route.ts'
import type { Caller } from '../authorize.ts'
import { callerScreen, effectiveScreen, formFieldsVersion } from '../engine/effective-screens.ts'
import { listViews } from '../engine/list-views.ts'
import { navigationOf, routesOf } from '../engine/navigation.ts'
import { screensOf } from '../engine/own-screens.ts'
import { mayUse } from '../engine/screen-access.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { grantors } from '../session/granting.ts'
import { loadProfile } from '../session/profile.ts'

const bootstrapQuery = z.object({
  application: z.string().max(60).optional(),
  path: z.string().max(2000).default('/'),
})

/** What the shell starts with, and the screens as the caller may know them. */
export function screensRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/bootstrap', async (request) => {
    const { application, path } = parseInput(bootstrapQuery, request.query)
    return { response: await bootstrap(services, request.caller, application ?? null, path) }
  })
  app.get('/api/screens', async ({ caller }) => {
    const screens = await screensOf(services, caller)
    const records = screens.filter((screen) => mayUse(caller, screen, 'read')).map((screen) => summary(screen, caller))
    return { response: { records, total_record: records.length } }
  })
  app.get<{ Params: { name: string } }>('/api/screens/:name', async (request, reply) => {
    const { application = request.caller.application } = parseInput(bootstrapQuery, request.query)
    const screen = await callerScreen(services, { ...request.caller, application }, request.params.name)
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
    // Null as well for those who may not upload.
    functionality: upload && mayUse(caller, screen, 'upload') ? upload.functionality : null,
  }
}

async function bootstrap(services: Services, signedIn: Caller, asked: string | null, path: string) {
  const { db } = services
  const screens = await screensOf(services, signedIn)
  // A remembered application that was taken away since must not keep anybody out.
  const application = asked !== null && signedIn.apps.includes(asked) ? asked : null
  const caller = { ...signedIn, application }
  const routes = routesOf(screens, caller)
  const route = matchRoute(routes, path)
  const [profile, entries, version, screen, views] = await Promise.all([
    loadProfile(db, caller),
    applicationEntries(services, caller),
    formFieldsVersion(services, caller),
    route ? callerScreen(services, caller, route.screen) : null,
    route && (route.kind === 'list' || route.kind === 'display') ? viewsOf(services, caller, route.screen) : null,
  ])
  return {
    profile,
    application,
    applications: entries,
    navigation: navigationOf(screens, caller, application),
    routes: routes.map(({ path: pattern, screen: name, kind }) => [pattern, name, kind]),
    route: route && { screen: route.screen, kind: route.kind, params: route.params },
    screen,
    views,
    version,
  }
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
