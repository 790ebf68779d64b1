import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Screen } from '#src/definition'
import { formNamed } from '#src/definition/variants.ts'
import { formFieldsOf, raiseVersion } from '../engine/form-fields.ts'
import { screensOf } from '../engine/own-screens.ts'
import { fieldChanges } from '../engine/field-layers/change-input.ts'
import { saveChanges } from '../engine/field-layers/save-changes.ts'
import { demandUse } from '../engine/screen-access.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { createHooks, hooksNamed } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

/** What form_fields have beside the calls of their screen: many changes at once, and making everybody look again. */
export function formFieldRoutes(app: FastifyInstance, services: Services): void {
  const { db, screens } = services
  const screen = screenNamed(screens, 'form-field')
  if (!screen) return
  const hooks = createHooks(services.session)
  const modify = async (request: FastifyRequest) => {
    const list = parseInput(fieldChanges, request.body)
    const { caller } = request
    // Everybody may arrange the own screens; what others see is for administrators.
    if (list.some((one) => one.layer !== 'user' || one.layer_ref !== caller.userId)) demandUse(caller, screen, 'update')
    await db.tenant(caller, async (tx) => {
      const context: WriteContext = { tx, screen, caller, screens, hooks: hooksNamed(hooks, screen.hooks) }
      await saveChanges(db, context, list)
    })
    return {
      response: { modified: list.length, version: await formFieldsOf(db).version(caller) },
      message: await said(services, caller, screen.name, 'updated'),
    }
  }
  app.put('/api/modify_form_fields', modify)
  refreshRoutes(app, services, screen)
}

function refreshRoutes(app: FastifyInstance, { db, screens }: Services, screen: Screen): void {
  const refresh = async (request: FastifyRequest) => {
    const { x } = request.params as { x?: string }
    const known = await screensOf({ db, screens }, request.caller)
    if (x !== undefined && !formNamed(known, x) && !screenNamed(known, x)) throw new AppError('NOT_FOUND')
    demandUse(request.caller, screen, 'update')
    const { organizationId } = request.caller
    await db.tenant(request.caller, (tx) => raiseVersion(tx, organizationId))
    formFieldsOf(db).touched(organizationId)
    const message = await said({ db, screens }, request.caller, screen.name, 'updated')
    return { response: { version: await formFieldsOf(db).version(request.caller) }, message }
  }
  app.put('/api/form_fields/refresh/:x', refresh)
  app.put('/api/form_fields/refresh-org', refresh)
}
