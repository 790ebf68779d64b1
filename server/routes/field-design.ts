import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Screen } from '#src/definition'
import { formNamed, formsOf } from '#src/definition/variants.ts'
import { type Caller, can } from '../authorize.ts'
import { formFieldsOf } from '../engine/form-fields.ts'
import { namesOf, rolesOf, usersOf, viewerOf } from '../engine/field-layers/audience.ts'
import { fieldChanges } from '../engine/field-layers/change-input.ts'
import { impactOf } from '../engine/field-layers/impact.ts'
import { screenOf } from '../engine/field-layers/layered-screen.ts'
import { lostOf } from '../engine/field-layers/lost.ts'
import { onlySeen } from '../engine/field-layers/seen-changes.ts'
import { takeBack, versionsOf } from '../engine/field-layers/versions.ts'
import { whyOf } from '../engine/field-layers/why.ts'
import { screensOf } from '../engine/own-screens.ts'
import {
  demandUse,
  designPermission,
  mayReadField,
  mayUse,
  readableFields,
  trimScreen,
} from '../engine/screen-access.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { createHooks, hooksNamed } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const whole = z.coerce.number().int().positive()
const layer = z.object({
  layer: z.enum(['organization', 'role', 'user']).default('organization'),
  layer_ref: whole.nullable().default(null),
  app_source_type: z.string().max(60).nullable().default(null),
})
const formQuery = z.object({ form_id: z.string().min(1).max(80) })
const whyQuery = formQuery.extend({
  field_id: z.string().min(1).max(80),
  layer: layer.shape.layer.unwrap().optional(),
  layer_ref: whole.nullish(),
  app_source_type: z.string().max(60).nullish(),
})
const versionsQuery = formQuery.extend({
  field_id: z.string().max(80).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
const takeBackBody = formQuery.extend({ version: whole })

/** What an administrator looks at while changing fields: whom it reaches, what it would do, who said what, what was before. */
export function fieldDesignRoutes(app: FastifyInstance, services: Services): void {
  const { db, screens, session } = services
  const administered = screenNamed(screens, 'form-field')
  if (!administered) return
  const hooks = createHooks(session)
  const demandDesigner = (caller: Caller) => demandUse(caller, administered, 'update')
  const formOf = async (caller: Caller, formId: string): Promise<Screen> => {
    const known = await screensOf({ db, screens }, caller)
    const found = formNamed(known, formId)
    if (!found) throw new AppError('NOT_FOUND')
    demandUse(caller, found, 'read')
    return found
  }

  app.get('/api/form_fields/audiences', async ({ caller }) => {
    demandDesigner(caller)
    return {
      response: await db.tenant(
        caller,
        async (tx) => ({
          roles: await rolesOf(tx, caller.organizationId),
          users: await usersOf(tx, caller.organizationId),
          applications: caller.apps,
        }),
        { readOnly: true },
      ),
    }
  })

  // What the list of changes calls a form and its fields by; whoever may read the changes may know both.
  app.get('/api/form_fields/forms', async ({ caller }) => {
    demandUse(caller, administered, 'read')
    const known = await screensOf({ db, screens }, caller)
    const words = new Map(
      known
        .filter((screen) => mayUse(caller, screen, 'read'))
        .flatMap(formsOf)
        .map(({ formId, plural }) => [formId, plural] as const),
    )
    const { compare } = new Intl.Collator('en')
    const records = [...words].map(([value, label]) => ({ value, label })).sort((a, b) => compare(a.label, b.label))
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/form_fields/fields', async ({ caller, query }) => {
    demandUse(caller, administered, 'read')
    const screen = await formFieldsOf(db).effective(caller, await formOf(caller, parseInput(formQuery, query).form_id))
    const records = readableFields(caller, screen).map(({ id, label }) => ({ value: id, label }))
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/form_fields/people', async ({ caller, query }) => {
    demandUse(caller, administered, 'read')
    const { layer: asked } = parseInput(z.object({ layer: layer.shape.layer }), query)
    const records = await db.tenant(caller, (tx) => namesOf(tx, caller.organizationId, asked), { readOnly: true })
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/form_fields/design', async (request) => {
    const { caller } = request
    const { form_id: formId, ...asked } = parseInput(formQuery.extend(layer.shape), request.query)
    if (asked.layer !== 'user' || asked.layer_ref !== caller.userId) demandDesigner(caller)
    const screen = await formOf(caller, formId)
    const stored = await formFieldsOf(db).beneath(caller, screen)
    const viewer = await db.tenant(caller, (tx) => viewerOf(tx, caller, asked), { readOnly: true })
    const readable = new Set(readableFields(viewer, screen).map(({ name }) => name))
    return {
      response: {
        // As the layer's people see it, everything that is stored applied.
        effective: { ...trimScreen(caller, screenOf(screen, stored, viewer)), tests: [] },
        stored: onlySeen(
          caller,
          screen,
          stored.filter((one) => one.form_id === formId),
        ),
        viewer: { user_id: viewer.userId, role_ids: viewer.roleIds, application: asked.app_source_type },
        denied:
          asked.layer === 'organization'
            ? []
            : screen.fields.filter(({ name }) => !readable.has(name)).map((field) => field.id),
      },
    }
  })

  app.post('/api/form_fields/impact', async (request) => {
    const { caller } = request
    const changes = parseInput(fieldChanges, request.body)
    if (changes.some((one) => one.layer !== 'user' || one.layer_ref !== caller.userId)) demandDesigner(caller)
    const [first] = changes
    if (!first) return { response: { people: [], without: [], fields: [] } }
    if (
      changes.some(
        (one) => one.form_id !== first.form_id || one.layer !== first.layer || one.layer_ref !== first.layer_ref,
      )
    )
      throw new AppError('BAD_REQUEST', { message: 'Look at the changes of one form and one layer at a time.' })
    const screen = await formOf(caller, first.form_id)
    const stored = await formFieldsOf(db).beneath(caller, screen)
    const of = { screen, screens: await screensOf({ db, screens }, caller) }
    return { response: await db.tenant(caller, (tx) => impactOf(tx, caller, of, stored, changes)) }
  })

  app.get('/api/form_fields/why', async (request) => {
    const { caller } = request
    const { form_id: formId, field_id: fieldId, ...asked } = parseInput(whyQuery, request.query)
    const screen = await formOf(caller, formId)
    const field = screen.fields.find(({ id }) => id === fieldId)
    if (field && !mayReadField(caller, screen, field.name) && !can(caller, designPermission))
      throw new AppError('FIELD_DENIED')
    const stored = await formFieldsOf(db).beneath(caller, screen)
    const known = await screensOf({ db, screens }, caller)
    const wordOf = (form: string): string => formNamed(known, form)?.plural ?? form
    const other = asked.layer !== undefined && !(asked.layer === 'user' && asked.layer_ref === caller.userId)
    if (other) demandDesigner(caller)
    return {
      response: await db.tenant(
        caller,
        async (tx) => {
          const viewer = other
            ? await viewerOf(
                tx,
                caller,
                layer.parse({
                  ...asked,
                  layer_ref: asked.layer_ref ?? null,
                  app_source_type: asked.app_source_type ?? null,
                }),
              )
            : caller
          return whyOf(tx, caller.organizationId, { screen, stored, viewer, fieldId, wordOf })
        },
        { readOnly: true },
      ),
    }
  })

  app.get('/api/form_fields/versions', async (request) => {
    const { caller } = request
    demandDesigner(caller)
    const { form_id: formId, field_id: fieldId, limit } = parseInput(versionsQuery, request.query)
    const records = await db.tenant(
      caller,
      (tx) => versionsOf(tx, caller.organizationId, formId, { limit, fieldId: fieldId ?? null }),
      { readOnly: true },
    )
    return { response: { records, total_record: records.length } }
  })

  app.post('/api/form_fields/take-back', async (request: FastifyRequest) => {
    const { caller } = request
    demandDesigner(caller)
    const { form_id: formId, version } = parseInput(takeBackBody, request.body)
    const response = await db.tenant(caller, async (tx) => {
      const known = await screensOf({ db, screens }, caller)
      const context: WriteContext = {
        tx,
        screen: administered,
        caller,
        screens: known,
        hooks: hooksNamed(hooks, administered.hooks),
      }
      return takeBack(db, context, formId, version)
    })
    return { response, message: await said(services, caller, administered.name, 'updated') }
  })

  app.get('/api/form_fields/lost', async ({ caller }) => {
    demandDesigner(caller)
    const known = await screensOf({ db, screens }, caller)
    const records = await db.tenant(caller, (tx) => lostOf(tx, caller.organizationId, known), { readOnly: true })
    return { response: { records, total_record: records.length } }
  })
}
