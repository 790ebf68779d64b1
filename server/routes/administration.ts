import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { applications } from '#src/definition'
import { can, type Caller, demand } from '../authorize.ts'
import { screensOf } from '../engine/own-screens.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { controlModification, userSessions } from '../session/activity.ts'
import { demandOutranks } from '../session/administrators.ts'
import { largestAvatar, loadAvatar, removeAvatar, storeAvatar } from '../session/avatar.ts'
import { foundOrganization } from '../session/new-organization.ts'
import {
  appRights,
  defaultDetailsSchema,
  defaultProfileSchema,
  organizationSettings,
  saveOrganizationSettings,
} from '../session/organization-settings.ts'
import { orgUsers } from '../session/org-users.ts'
import type { SessionServices } from '../session/services.ts'
import { generateResetLink, resendVerificationMail, type UserChoice } from '../session/users.ts'

const recordId = z.coerce.number().int().positive()
const idParameter = z.object({ id: recordId })
const choiceBody = z
  .object({ id: recordId, email: z.string().max(200) })
  .partial()
  .refine(({ id, email }) => id !== undefined || email !== undefined, {
    path: ['id'],
    error: 'Say which user: by id or by email.',
  })
const activityQuery = z.object({
  screen: z.string().max(100).optional(),
  id: recordId.optional(),
  user_id: recordId.optional(),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(0).max(1_000).default(10),
})
const orgUsersQuery = z.object({
  search: z.string().max(200).default(''),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(0).max(1_000).default(10),
})
const rightsQuery = z.object({
  application_type: z.enum(applications as unknown as [string, ...string[]], {
    error: 'Name one of the applications.',
  }),
})

const administerUsers = 'administration.users'
const administerOrganization = 'administration.organization'

/** What administrators do beside the screens of users, roles, organizations and access rights. */
export function administrationRoutes(app: FastifyInstance, { session }: Services): void {
  userRoutes(app, session)
  avatarRoutes(app, session)
  organizationRoutes(app, session)
  activityRoutes(app, session)
}

function userRoutes(app: FastifyInstance, session: SessionServices): void {
  const resend = async (request: FastifyRequest, choice: UserChoice) => {
    demand(request.caller, administerUsers)
    await resendVerificationMail(session, request.caller, choice)
    return { response: {}, message: 'Mail sent successfully.' }
  }
  const link = async (request: FastifyRequest, choice: UserChoice) => {
    demand(request.caller, administerUsers)
    return { response: { link: await generateResetLink(session, request.caller, choice) } }
  }
  app.get('/api/org-users', async (request) => ({
    response: await orgUsers(session.db, request.caller, parseInput(orgUsersQuery, request.query)),
  }))
  app.post('/api/users/resend-verification-mail', (request) => resend(request, parseInput(choiceBody, request.body)))
  app.post('/api/users/:id/resend-verification-mail', (request) =>
    resend(request, parseInput(idParameter, request.params)),
  )
  app.post('/api/users/generate-reset-link', (request) => link(request, parseInput(choiceBody, request.body)))
  app.post('/api/users/:id/generate-reset-link', (request) => link(request, parseInput(idParameter, request.params)))
  app.post('/api/organizations/generate-reset-link', (request) => link(request, parseInput(choiceBody, request.body)))
}

function avatarRoutes(app: FastifyInstance, services: SessionServices): void {
  const { db } = services
  const target = async (request: FastifyRequest): Promise<number> => {
    const { id } = parseInput(idParameter, request.params)
    if (id === request.caller.userId) return id
    demand(request.caller, administerUsers)
    await db.tenant(request.caller, (tx) => demandOutranks(tx, request.caller, id), { readOnly: true })
    return id
  }
  app.put('/api/users/:id/avatar', async (request) => {
    const id = await target(request)
    const file = request.isMultipart()
      ? await request.file({ limits: { fileSize: largestAvatar + 1 }, throwFileSizeLimit: false })
      : undefined
    if (!file) throw new AppError('BAD_REQUEST', { message: 'Send the picture as a file of a form.' })
    const version = await storeAvatar(db, request.caller, id, await file.toBuffer())
    const message = await said(services, request.caller, 'user', 'updated')
    return { response: { avatar: `/users/${id}/avatar?v=${version}` }, message }
  })
  app.delete('/api/users/:id/avatar', async (request) => {
    await removeAvatar(db, request.caller, await target(request))
    return { response: {}, message: await said(services, request.caller, 'user', 'deleted') }
  })
  app.get('/api/users/:id/avatar', async (request, reply) => {
    const { bytes, type, version } = await loadAvatar(db, request.caller, parseInput(idParameter, request.params).id)
    return reply.header('etag', `"${version}"`).header('cache-control', 'private, max-age=3600').type(type).send(bytes)
  })
}

/** Answers POST organizations in place of the generic call, which would write the new organisation into the caller's own. */
export function foundingOrganizations(app: FastifyInstance, session: SessionServices): void {
  const screen = session.screens.find(({ endpoint }) => endpoint === 'organizations')
  if (!screen) return
  app.post('/api/organizations', async (request, reply) => {
    const body = parseInput(z.record(z.string(), z.unknown()), request.body)
    const { organizationId } = await foundOrganization(session, request.caller, screen, body)
    return reply
      .code(201)
      .send({ response: { ...body, organization_id: organizationId }, message: screen.messages.created })
  })
}

function organizationRoutes(app: FastifyInstance, { db, callers }: SessionServices): void {
  const save = async (caller: Caller, settings: Parameters<typeof saveOrganizationSettings>[2]) => {
    demand(caller, administerOrganization)
    await saveOrganizationSettings(db, caller, settings)
    callers.forget(caller.organizationId)
  }
  // A POST without values asks for the settings, one with values saves them.
  app.post('/api/organizations-default-profile', async (request) => {
    const settings = parseInput(defaultProfileSchema, request.body)
    if (Object.keys(settings).length > 0) await save(request.caller, settings)
    return { response: await organizationSettings(db, request.caller, 'profile') }
  })
  app.get('/api/organizations-default-details', async (request) => ({
    response: await organizationSettings(db, request.caller, 'details'),
  }))
  app.post('/api/organizations-default-details', async (request) => {
    const settings = parseInput(defaultDetailsSchema, request.body)
    if (Object.keys(settings).length > 0) await save(request.caller, settings)
    return { response: await organizationSettings(db, request.caller, 'details') }
  })
  app.get('/api/app-rights', async (request) => {
    const { application_type: application } = parseInput(rightsQuery, request.query)
    const { apps, permissions } = request.caller
    const seesRoles = can(request.caller, 'administration.roles')
    const records = seesRoles ? await appRights(db, request.caller, application) : []
    return {
      response: {
        application_type: application,
        authorized: apps.includes(application),
        permissions: [...permissions],
        records,
      },
    }
  })
}

function activityRoutes(app: FastifyInstance, { db, screens }: SessionServices): void {
  app.post('/api/control-modification', async (request) => {
    const { user_id: userId, ...query } = parseInput(activityQuery, request.body)
    const known = await screensOf({ db, screens }, request.caller)
    return { response: await controlModification(db, known, request.caller, { ...query, userId }) }
  })
  const track = async (request: FastifyRequest, input: unknown) => {
    const { user_id: userId = request.caller.userId, page, limit } = parseInput(activityQuery, input)
    if (userId !== request.caller.userId) demand(request.caller, administerUsers)
    const known = await screensOf({ db, screens }, request.caller)
    const activity = await controlModification(db, known, request.caller, { userId, page, limit })
    return { response: { ...activity, sessions: await userSessions(db, request.caller, userId) } }
  }
  app.get('/api/track-user', (request) => track(request, request.query))
  app.post('/api/track-user', (request) => track(request, request.body))
}
