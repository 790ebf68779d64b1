import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../authorize.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import {
  createDesign,
  deleteDesign,
  designFields,
  listDesigns,
  readDesign,
  writeDesign,
  type DesignServices,
} from '../engine/field-layers/designs.ts'
import { demandUse } from '../engine/screen-access.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { createHooks, hooksNamed } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { recordIdOf } from './record-request.ts'

const paging = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(0).max(1_000).default(10),
})
const place = z.object({
  layer: z.enum(['organization', 'role', 'user']).optional(),
  layer_ref: z.coerce.number().int().positive().nullish(),
  application_type: z.string().max(60).nullish(),
})
const fieldsBody = z.object({ fields: designFields })
const newBody = place.extend({ fields: designFields.default([]) })
const roleQuery = z.object({ id: z.coerce.number().int().positive(), application_type: z.string().max(60).nullish() })

/** The calls of the specification for designs of documents, by the form they shape. */
const collections = {
  default: 'IMA_CONFIG_CONTRACT',
  'default-designer': 'IMA_CONFIG_CONTRACT',
  'payment-designer': 'IMA_CONFIG_PAYMENT',
  'accrual-designer': 'IMA_CONFIG_ACCRUAL',
} as const

/** The design of one role, found by the id of the role. */
const byRole = {
  'contract-role-by-id': 'IMA_CONFIG_CONTRACT',
  'cal-fin-display-by-id': 'IMA_CONFIG_CALSIM_FINPOSTING',
} as const

/** Designs of documents: what each layer shows of a contract, a payment, an accrual; they are form_fields seen as a whole. */
export function documentDesignRoutes(app: FastifyInstance, services: Services): void {
  const administered = screenNamed(services.screens, 'form-field')
  if (!administered) return
  const hooks = createHooks(services.session)
  const demandDesigner = (caller: Caller) => demandUse(caller, administered, 'update')
  const writing = <T>(caller: Caller, work: (designs: DesignServices, context: WriteContext) => Promise<T>) => {
    demandDesigner(caller)
    const { db, screens } = services
    return db.tenant(caller, (tx) =>
      work(services, { tx, screen: administered, caller, screens, hooks: hooksNamed(hooks, administered.hooks) }),
    )
  }
  const reading = async <T>({ caller }: FastifyRequest, work: () => Promise<T>): Promise<{ response: T }> => {
    demandDesigner(caller)
    return { response: await work() }
  }
  const idOf = (request: FastifyRequest): number => recordIdOf((request.params as { id?: string }).id)
  const { created, updated, deleted } = administered.messages

  for (const [path, formId] of Object.entries(collections)) {
    app.get(`/api/${path}`, (request) =>
      reading(request, () => listDesigns(services, request.caller, formId, parseInput(paging, request.query))),
    )
    app.get(`/api/${path}/:id`, (request) =>
      reading(request, () => readDesign(services, request.caller, formId, idOf(request))),
    )
    app.post(`/api/${path}`, async (request, reply) => {
      const { caller } = request
      const { fields, layer, layer_ref = null, application_type = null } = parseInput(newBody, request.body)
      const at = {
        layer: layer ?? (layer_ref === null ? 'organization' : 'role'),
        layer_ref,
        app_source_type: application_type,
      }
      const id = await writing(caller, (designs, context) => createDesign(designs, context, formId, at, fields))
      return reply.code(201).send({ response: await readDesign(services, caller, formId, id), message: created })
    })
    app.put(`/api/${path}/:id`, async (request) => {
      const { caller } = request
      const { fields } = parseInput(fieldsBody, request.body)
      const id = idOf(request)
      await writing(caller, (designs, context) => writeDesign(designs, context, formId, id, fields))
      return { response: await readDesign(services, caller, formId, id), message: updated }
    })
    app.delete(`/api/${path}/:id`, async (request) => {
      const id = idOf(request)
      const taken = await writing(request.caller, (_, context) => deleteDesign(services.db, context, formId, id))
      return { response: { deleted: 1, fields: taken }, message: deleted }
    })
  }

  for (const [path, formId] of Object.entries(byRole)) {
    // Whoever has the role may know how it sees the document.
    const demandRole = (caller: Caller, id: number) => {
      if (!caller.roleIds.includes(id)) demandDesigner(caller)
    }
    const design = async (caller: Caller, { id, application_type }: z.output<typeof roleQuery>) => {
      const at = { layer: 'role' as const, layer_ref: id, app_source_type: application_type ?? null }
      return readDesign(services, caller, formId, at)
    }
    app.get(`/api/${path}`, async ({ caller, query }) => {
      const asked = parseInput(roleQuery, query)
      demandRole(caller, asked.id)
      return { response: await design(caller, asked) }
    })
    app.route({
      method: ['POST', 'PUT'],
      url: `/api/${path}`,
      handler: async ({ caller, body }) => {
        const { fields, ...asked } = parseInput(roleQuery.extend(fieldsBody.shape), body)
        const at = { layer: 'role' as const, layer_ref: asked.id, app_source_type: asked.application_type ?? null }
        if (fields.length === 0) throw new AppError('BAD_REQUEST', { message: 'Say what is to change: fields.' })
        await writing(caller, (designs, context) => writeDesign(designs, context, formId, at, fields))
        return { response: await design(caller, asked), message: updated }
      },
    })
  }
}
