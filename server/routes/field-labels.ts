import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Screen } from '#src/definition'
import { formNamed } from '#src/definition/variants.ts'
import type { Caller } from '../authorize.ts'
import { effectiveScreen, screenNamed } from '../engine/effective-screens.ts'
import { formFieldsOf } from '../engine/form-fields.ts'
import { fieldChanges, type FieldChange } from '../engine/field-layers/change-input.ts'
import { saveChanges } from '../engine/field-layers/save-changes.ts'
import { screensOf } from '../engine/own-screens.ts'
import { demandUse, mayUse, readableFields } from '../engine/screen-access.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { createHooks, hooksNamed } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const whole = z.coerce.number().int().positive()
const place = z.object({
  layer: z.enum(['organization', 'role', 'user']).default('organization'),
  layer_ref: whole.nullable().default(null),
  app_source_type: z.string().max(60).nullable().default(null),
})
const formQuery = z.object({ form_id: z.string().min(1).max(80) })
const displayField = z.object({
  field_id: z.string().min(1).max(80),
  label: z.string().max(80).nullish(),
  hidden: z.boolean().nullish(),
  order: z.number().int().min(0).max(100_000).nullish(),
  list_order: z.number().int().min(0).max(100_000).nullish(),
  width: z.number().int().min(40).max(1000).nullish(),
})
const displayBody = formQuery.extend({ ...place.shape, fields: z.array(displayField).min(1).max(500) })
const resetBody = formQuery.extend({ ...place.shape, field_id: z.string().max(80).optional() })
const tableQuery = z.object({ table_name: z.string().min(1).max(80) })

const displayed = ['label', 'hidden', 'order', 'list_order', 'width'] as const

/** Labels and displays of fields under the specification's own calls; they are form_fields seen from another side. */
export function fieldLabelRoutes(app: FastifyInstance, services: Services): void {
  const { db, session } = services
  const administered = screenNamed(services.screens, 'form-field')
  if (!administered) return
  const hooks = createHooks(session)
  const readable = async (caller: Caller): Promise<readonly Screen[]> =>
    (await screensOf(services, caller)).filter((screen) => mayUse(caller, screen, 'read'))
  const formOf = async (caller: Caller, formId: string): Promise<Screen> => {
    const found = formNamed(await readable(caller), formId)
    if (!found) throw new AppError('NOT_FOUND')
    return formFieldsOf(db).effective(caller, found)
  }
  const demandLayer = (caller: Caller, { layer, layer_ref }: z.output<typeof place>) => {
    if (layer !== 'user' || layer_ref !== caller.userId) demandUse(caller, administered, 'update')
  }
  const write = (caller: Caller, changes: readonly FieldChange[]) =>
    db.tenant(caller, async (tx) => {
      const screens = await screensOf(services, caller)
      const context: WriteContext = {
        tx,
        screen: administered,
        caller,
        screens,
        hooks: hooksNamed(hooks, administered.hooks),
      }
      await saveChanges(db, context, changes)
    })
  /** What a layer says of the fields now, so that saving labels takes nothing else back. */
  const storedOf = async (caller: Caller, formId: string, at: z.output<typeof place>) =>
    (await formFieldsOf(db).stored(caller, formId)).filter(
      (one) =>
        one.layer === at.layer &&
        one.layer_ref === at.layer_ref &&
        one.app_source_type === at.app_source_type &&
        one.data_source_type === null,
    )
  const current = async (caller: Caller, formId: string) => {
    const screen = await formOf(caller, formId)
    const records = readableFields(caller, screen).map((field) => ({
      field_id: field.id,
      label: field.label,
      hidden: field.hidden,
      required: field.required,
      width: field.width ?? null,
      column: screen.list ? screen.list.columns.indexOf(field.name) + 1 || null : null,
      layers: field.layers ?? [],
    }))
    return { form_id: formId, records, total_record: records.length }
  }

  app.get('/api/field-label-designer', async (request) => ({
    response: await current(request.caller, parseInput(formQuery, request.query).form_id),
  }))
  app.get('/api/field-label-display/current', async (request) => ({
    response: await current(request.caller, parseInput(formQuery, request.query).form_id),
  }))
  const saveDisplay = async (request: FastifyRequest) => {
    const { caller } = request
    const { form_id, fields, ...at } = parseInput(displayBody, request.body)
    demandLayer(caller, at)
    await formOf(caller, form_id)
    const stored = await storedOf(caller, form_id, at)
    const changes = fields.map(({ field_id, ...wanted }) => ({
      form_id,
      field_id,
      ...at,
      delta: { ...stored.find((one) => one.field_id === field_id)?.delta, ...wanted },
      data_source_type: null,
    }))
    await write(caller, parseInput(fieldChanges, changes))
    return { response: await current(caller, form_id), message: administered.messages.updated }
  }
  for (const url of ['/api/field-label-display', '/api/field-label-designer'])
    app.route({ method: ['POST', 'PUT'], url, handler: saveDisplay })

  const reset = async (request: FastifyRequest) => {
    const { caller } = request
    const { form_id, field_id, ...at } = parseInput(resetBody, request.body)
    demandLayer(caller, at)
    await formOf(caller, form_id)
    const stored = (await storedOf(caller, form_id, at)).filter(
      (one) => field_id === undefined || one.field_id === field_id,
    )
    const changes = stored.map((one) => {
      const rest = Object.fromEntries(
        Object.entries(one.delta).filter(([name]) => !displayed.some((own) => own === name)),
      )
      // A reset takes back how a field is displayed; an attribute stays, and so does its name.
      const kept = 'attribute_type' in one.delta ? { ...rest, label: one.delta['label'] } : rest
      return {
        form_id,
        field_id: one.field_id,
        ...at,
        data_source_type: null,
        delta: Object.keys(kept).length > 0 ? kept : null,
      }
    })
    await write(caller, parseInput(fieldChanges, changes))
    return { response: await current(caller, form_id), message: administered.messages.updated }
  }
  app.route({ method: ['POST', 'PUT'], url: '/api/field-label-display/reset', handler: reset })

  app.get('/api/field-label-tables', async ({ caller }) => {
    const records = (await readable(caller)).flatMap(({ table, formId, plural, name }) =>
      table ? [{ table_name: table.name, form_id: formId, screen: name, label: plural }] : [],
    )
    return { response: { records, total_record: records.length } }
  })
  app.get('/api/table-fields', async (request) => {
    const { caller } = request
    const { table_name } = parseInput(tableQuery, request.query)
    const found = (await readable(caller)).find(({ table }) => table?.name === table_name)
    if (!found) throw new AppError('NOT_FOUND')
    const screen = await effectiveScreen(services, caller, found.name)
    const records = readableFields(caller, screen).map(({ id, name, label, type, required }) => ({
      field_id: id,
      field_name: name,
      label,
      type,
      required,
    }))
    return { response: { records, total_record: records.length } }
  })
}
