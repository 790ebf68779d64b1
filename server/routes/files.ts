import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { walkFields, type Field } from '#src/definition'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { isFileId, readFile, usesOf, type StoredFile } from '../engine/files/file-record.ts'
import { folderStore } from '../engine/files/file-store.ts'
import { mayReadUse } from '../engine/files/held-files.ts'
import { screensOf } from '../engine/own-screens.ts'
import { isSafeImage } from '../engine/files/media-type.ts'
import { receiveFile, type FileTarget } from '../engine/files/receive-file.ts'
import { sweepFiles } from '../engine/files/sweep-files.ts'
import { mayUse, mayWriteField } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const chosenFor = z.object({ screen: z.string().max(100), field: z.string().max(200) })
const shownAs = z.object({ inline: z.stringbool().default(false) })

const fileNamed = z.object({ id: z.string().max(100) })

const hourly = 3_600_000

/** Documents and pictures of records: sent before the record is saved, read by whoever may read the field that holds them. */
export function fileRoutes(app: FastifyInstance, services: Services): void {
  const { db, screens, config, log } = services
  const store = folderStore(config.filesDir)

  const sweep = () =>
    sweepFiles({ db, screens, store }).then(
      (removed) => removed > 0 && log.info({ removed }, 'files that no record holds were removed'),
      (error: unknown) => log.error({ err: error }, 'files that no record holds could not be removed'),
    )
  const sweeper = setInterval(() => void sweep(), hourly)
  sweeper.unref()
  app.addHook('onClose', () => clearInterval(sweeper))

  app.post('/api/files', async (request, reply) => {
    const target = await targetOf(services, request)
    const part = await request.file({ limits: { fileSize: target.limit + 1 } })
    if (!part) throw new AppError('BAD_REQUEST', { message: 'A file is needed.' })
    const file = { content: part.file, name: part.filename }
    return reply.code(201).send({ response: await receiveFile({ db, store }, request.caller, file, target) })
  })

  const send = async (request: FastifyRequest, reply: FastifyReply, id: string) => {
    const { inline } = parseInput(shownAs, request.query)
    const file = await readableFile(services, request, id)
    const etag = `"${file.sha256}"`
    secure(reply).header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const content = await store.open({ organizationId: request.caller.organizationId, id: file.id }).catch((error) => {
      throw new AppError('NOT_FOUND', { message: 'The content of this file is missing from the store.', cause: error })
    })
    return reply
      .type(file.type)
      .header('content-length', file.size)
      .header('content-disposition', disposition(file.name, inline && isSafeImage(file.type)))
      .send(content)
  }
  app.get('/api/files/:id', (request, reply) => send(request, reply, (request.params as { id: string }).id))
  app.get('/api/file-download', (request, reply) => send(request, reply, parseInput(fileNamed, request.query).id))
}

/** Nothing in a file that somebody sent ever runs in our origin. */
const secure = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')

const disposition = (name: string, inline: boolean): string =>
  `${inline ? 'inline' : 'attachment'}; filename="${name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`

/** The field a file is chosen for; only who may write it may send one. */
async function targetOf(services: Services, request: FastifyRequest): Promise<FileTarget> {
  const asked = parseInput(chosenFor, request.query)
  const screen = await effectiveScreen(services, request.caller, asked.screen)
  if (!mayUse(request.caller, screen, 'create') && !mayUse(request.caller, screen, 'update'))
    throw new AppError('FORBIDDEN')
  let found: { readonly field: Field; readonly top: string } | undefined
  walkFields(screen.fields, (field, path) => {
    if (field.type === 'file' && path.join('.') === asked.field) found = { field, top: path[0]! }
  })
  if (!found || found.field.readOnly) throw new AppError('NOT_FOUND', { message: 'There is no such field for a file.' })
  if (!mayWriteField(request.caller, screen, found.top)) throw new AppError('FIELD_DENIED')
  const limit = Math.min(found.field.maxBytes ?? Infinity, services.config.fileLimit)
  return { screen: screen.name, field: found.field, limit }
}

/** NOT_FOUND whether it does not exist, belongs to another organisation or may not be read: nobody learns which. */
async function readableFile({ db, screens }: Services, { caller }: FastifyRequest, id: string): Promise<StoredFile> {
  if (!isFileId(id)) throw new AppError('NOT_FOUND')
  const known = await screensOf({ db, screens }, caller)
  return db.tenant(
    caller,
    async (tx) => {
      const file = await readFile(tx, caller, id)
      if (!file) throw new AppError('NOT_FOUND')
      const uses = await usesOf(tx, caller, id)
      const may =
        uses.length === 0 ? file.created_by === caller.userId : await mayReadUse({ tx, caller, screens: known }, uses)
      if (!may) throw new AppError('NOT_FOUND')
      return file
    },
    { readOnly: true },
  )
}
