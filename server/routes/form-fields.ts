import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Screen } from '#src/definition'
import { formFieldsOf } from '../engine/form-fields.ts'
import { screensOf } from '../engine/own-screens.ts'
import { demandUse } from '../engine/screen-access.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { deleteRecords } from '../engine/delete.ts'
import { createRecord, updateRecord } from '../engine/write.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { createHooks, hooksNamed } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql, type Sql } from '../store/sql.ts'

const changesLock = 7_214_060
const name = z.string().trim().min(1).max(80)
const change = z.object({
  form_id: name,
  field_id: name,
  layer: z.enum(['organization', 'role', 'user']).default('organization'),
  layer_ref: z.number().int().nullable().default(null),
  app_source_type: z.string().max(60).nullable().default(null),
  data_source_type: z.string().max(60).nullable().default(null),
  row_version: z.number().int().optional(),
  /** null takes every change of this layer back. */
  delta: z.record(z.string(), z.unknown()).nullable(),
})
const changes = z.union([z.array(change).max(500), z.object({ form_fields: z.array(change).max(500) })])

type Change = z.output<typeof change>

const identity = ({ layer, layer_ref, form_id, field_id, app_source_type, data_source_type }: Change): Sql => sql`
  t.layer = ${layer} and t.layer_ref is not distinct from ${layer_ref}::bigint and t.form_id = ${form_id} and t.field_id = ${field_id}
  and t.app_source_type is not distinct from ${app_source_type}::text and t.data_source_type is not distinct from ${data_source_type}::text`

async function save(context: WriteContext, wanted: Change): Promise<void> {
  const where = sql`t.organization_id = ${context.caller.organizationId} and ${identity(wanted)}`
  const [known] = await context.tx.query<{ id: number }>(sql`select t.id from form_field t where ${where}`)
  const { delta, row_version: version, ...key } = wanted
  if (delta === null) await deleteRecords(context, where)
  else if (known)
    await updateRecord(context, known.id, { delta, ...(version === undefined ? {} : { row_version: version }) })
  else await createRecord(context, { ...key, delta })
}

/** Names the change whose values are wrong. */
async function inPlace(index: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.issues) throw error
    throw new AppError(error.code, {
      message: error.message,
      issues: error.issues.map((issue) => ({ ...issue, path: ['form_fields', index, ...issue.path] })),
      cause: error,
    })
  }
}

/** What form_fields have beside the calls of their screen: many changes at once, and making everybody look again. */
export function formFieldRoutes(app: FastifyInstance, services: Services): void {
  const { db, screens } = services
  const screen = screenNamed(screens, 'form-field')
  if (!screen) return
  const hooks = createHooks(services.session)
  const modify = async (request: FastifyRequest) => {
    const body = parseInput(changes, request.body)
    const list = Array.isArray(body) ? body : body.form_fields
    const { caller } = request
    // Everybody may arrange the own screens; what others see is for administrators.
    if (list.some((one) => one.layer !== 'user' || one.layer_ref !== caller.userId)) demandUse(caller, screen, 'update')
    await db.tenant(caller, async (tx) => {
      // Two who change the same field at the same moment: one after the other.
      await tx.query(sql`select pg_advisory_xact_lock(${changesLock}, ${caller.organizationId}::int)`)
      const context: WriteContext = { tx, screen, caller, screens, hooks: hooksNamed(hooks, screen.hooks) }
      for (const [index, one] of list.entries()) await inPlace(index, () => save(context, one))
    })
    return {
      response: { modified: list.length, version: await formFieldsOf(db).version(caller) },
      message: screen.messages.updated,
    }
  }
  app.put('/api/modify_form_fields', modify)
  refreshRoutes(app, services, screen)
}

function refreshRoutes(app: FastifyInstance, { db, screens }: Services, screen: Screen): void {
  const refresh = async (request: FastifyRequest) => {
    const { x } = request.params as { x?: string }
    const known = await screensOf({ db, screens }, request.caller)
    if (x !== undefined && !known.some((candidate) => candidate.formId === x || candidate.name === x))
      throw new AppError('NOT_FOUND')
    demandUse(request.caller, screen, 'update')
    const { organizationId } = request.caller
    await db.tenant(request.caller, (tx) =>
      tx.query(sql`
        insert into form_field_version as known (organization_id) values (${organizationId})
        on conflict (organization_id) do update set version = known.version + 1`),
    )
    formFieldsOf(db).touched(organizationId)
    return { response: { version: await formFieldsOf(db).version(request.caller) }, message: screen.messages.updated }
  }
  app.put('/api/form_fields/refresh/:x', refresh)
  app.put('/api/form_fields/refresh-org', refresh)
}
