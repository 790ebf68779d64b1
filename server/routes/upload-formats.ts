import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { attributedScreens, screensOf } from '../engine/own-screens.ts'
import { demandUse } from '../engine/screen-access.ts'
import { readFormat } from '../engine/upload/format.ts'
import { mustBeMapped, scopeOf, uploadFields, type UploadService } from '../engine/upload/service.ts'
import {
  cloneFormat,
  createFormat,
  deleteFormat,
  listFormats,
  readStoredFormat,
  saveFormat,
} from '../engine/upload/stored-formats.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { screenTaking } from '../engine/upload/functionality.ts'
import { saidOf } from '../engine/messages/said.ts'
import { functionalityOf, idOf } from './upload-request.ts'

const formatInput = z.object({
  name: z.string().trim().min(1, 'A name is needed').max(120),
  description: z.string().max(1_000).nullish(),
  row_version: z.int().optional(),
  body: z.unknown().optional(),
})

/** What messages call a format. */
const words = { label: 'upload format', plural: 'upload formats' }

/** Upload formats per functionality; created, saved, copied and deleted formats answer 201. */
export function uploadFormatRoutes(app: FastifyInstance, services: Services, uploads: UploadService): void {
  const { db, screens } = services
  app.get('/api/upload-format', async (request) => {
    const asked = (request.query as Record<string, string | undefined>)['app-functionality'] ?? null
    const known = asked === null ? [] : await screensOf({ db, screens }, request.caller)
    const wanted = asked && (screenTaking(known, asked)?.upload?.functionality ?? asked)
    const records = await db.tenant(scopeOf(request.caller), (tx) => listFormats(tx, wanted), { readOnly: true })
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/upload-format/:id', async (request) => ({
    response: await db.tenant(scopeOf(request.caller), (tx) => readStoredFormat(tx, idOf(request)), { readOnly: true }),
  }))

  app.get('/api/upload-format-fields', async (request) => {
    const screen = await uploads.screenOf(request.caller, functionalityOf(request))
    const records = uploadFields(request.caller, screen).map((field) => ({
      field: field.name,
      label: field.label,
      type: field.type,
      required: mustBeMapped(field),
      key: screen.upload!.upsertOn.includes(field.name),
      help: field.help,
      choices: field.choices,
      default: field.default,
      aliases: screen.upload!.aliases[field.name] ?? [],
    }))
    return { response: { records, total_record: records.length, screen: screen.name } }
  })

  app.post('/api/upload-format', async (request, reply) => {
    const screen = await uploads.screenOf(request.caller, functionalityOf(request))
    const { functionality } = screen.upload!
    const { name, description, body } = parseInput(formatInput, request.body)
    const input = { functionality, name, description: description ?? null, body: readFormat(body, screen) }
    const response = await db.tenant(scopeOf(request.caller), (tx) => createFormat(tx, scopeOf(request.caller), input))
    return reply.code(201).send({ response, message: await saidOf(services, request.caller, words, 'created') })
  })

  const contextOf = async ({ caller }: FastifyRequest) => ({
    caller,
    screens: await attributedScreens({ db, screens }, caller),
  })

  const save = async (request: FastifyRequest) => {
    const scope = scopeOf(request.caller)
    const { name, description, row_version, body } = parseInput(formatInput, request.body)
    const stored = await db.tenant(scope, (tx) => readStoredFormat(tx, idOf(request)), { readOnly: true })
    const screen = await uploads.screenOf(request.caller, stored.functionality)
    const input = {
      functionality: stored.functionality,
      name,
      description: description ?? null,
      body: readFormat(body, screen),
    }
    const context = await contextOf(request)
    return db.tenant(scope, (tx) => saveFormat(tx, context, stored.id, input, row_version))
  }
  for (const method of ['PUT', 'POST'] as const) {
    app.route({
      method,
      url: '/api/upload-format/:id',
      handler: async (request, reply) =>
        reply
          .code(201)
          .send({ response: await save(request), message: await saidOf(services, request.caller, words, 'updated') }),
    })
  }

  const demandFormat = async (request: FastifyRequest) => {
    const stored = await db.tenant(scopeOf(request.caller), (tx) => readStoredFormat(tx, idOf(request)), {
      readOnly: true,
    })
    const known = await screensOf({ db, screens }, request.caller)
    const screen = known.find((candidate) => candidate.upload?.functionality === stored.functionality)
    if (screen) demandUse(request.caller, screen, 'upload')
    return stored
  }

  app.delete('/api/upload-format/:id', async (request, reply) => {
    const stored = await demandFormat(request)
    const context = await contextOf(request)
    await db.tenant(scopeOf(request.caller), (tx) => deleteFormat(tx, context, stored.id))
    const message = await saidOf(services, request.caller, words, 'deleted')
    return reply.code(201).send({ response: { deleted: 1 }, message })
  })

  app.post('/api/clone-format/:id', async (request, reply) => {
    const stored = await demandFormat(request)
    const response = await db.tenant(scopeOf(request.caller), (tx) =>
      cloneFormat(tx, scopeOf(request.caller), stored.id),
    )
    return reply.code(201).send({ response, message: 'Format cloned successfully.' })
  })
}
