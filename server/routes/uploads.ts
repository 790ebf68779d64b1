import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { normalizeField, type Field, type Screen } from '#src/definition'
import { exportName, exportRows } from '../engine/export.ts'
import { displayDays } from '../engine/document-assignment.ts'
import { clearOldUploads } from '../engine/upload/retention.ts'
import { decideConflicts } from '../engine/upload/decisions.ts'
import { columnsRead, readFormat, type FormatBody } from '../engine/upload/format.ts'
import { recoverUploads } from '../engine/upload/recovery.ts'
import { readingBody } from '../engine/upload/reading.ts'
import { errorLines, readBadValues, readReasons, readRows } from '../engine/upload/rows.ts'
import { uploadScreens } from '../engine/upload/may-upload.ts'
import { scopeOf, uploadFields, UploadService } from '../engine/upload/service.ts'
import { columnName, rowsTable, stagingTable } from '../engine/upload/staging-table.ts'
import { listFormats, readStoredFormat } from '../engine/upload/stored-formats.ts'
import { styleQuestions } from '../engine/upload/style-questions.ts'
import { corrected } from '../engine/upload/whole-style.ts'
import { contradicts, errorHeadings, isErrorHeading, suggestFormat, versionColumn } from '../engine/upload/suggest.ts'
import {
  changeUpload,
  isAtWork,
  moveUpload,
  listedUpload,
  presentUpload,
  readUpload,
  type UploadRecord,
} from '../engine/upload/upload-record.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { id, sql } from '../store/sql.ts'
import { formOf, sendFile } from './download.ts'
import { uploadCallRoutes } from './upload-calls.ts'
import { uploadFormatRoutes } from './upload-formats.ts'
import { fileOf, formatOfCall, functionalityOf, idOf } from './upload-request.ts'

const paging = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(1_000).default(10),
})
const rowQuery = paging.extend({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  outcome: z.enum(['insert', 'update', 'unchanged', 'conflict', 'rejected', 'skipped']).optional(),
  reason: z.coerce.number().int().min(0).optional(),
  // Lines by their numbers, whatever became of them: a page that is looked at again after a correction.
  lines: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,999}$/)
    .optional(),
})

// The answer comes when the work is over, or after so many seconds.
const waitQuery = z.object({ wait: z.coerce.number().min(0).max(5).default(0) })

// What one saw it doing: when that is over, nothing is thrown away.
const cancelBody = z.object({ of: z.enum(['staging', 'checking', 'committing']).optional() })

const conflictsBody = z.strictObject({
  take: z.enum(['file', 'record']).nullable(),
  // Without lines it is about all of them.
  lines: z.array(z.int().min(1)).min(1).max(10_000).optional(),
})

/** The way of a file through the wizard, the calls of the specification, and the formats. */
export async function uploadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, log } = services
  const uploads = new UploadService({ ...services, hooks: createHooks(services.session) })
  const recover = async (settledFor: number) => {
    const recovered = await recoverUploads(db, settledFor)
    if (recovered > 0) log.warn(`${recovered} interrupted imports were taken back; nothing of them was written`)
  }
  await recover(0)
  // The database may notice only after a while that the process that held an import is gone.
  const watcher = setInterval(() => {
    recover(5).catch((error: unknown) => log.error({ err: error }, 'interrupted imports could not be looked for'))
  }, 5_000)
  watcher.unref()
  const clear = () =>
    clearOldUploads(db)
      .then(() => uploads.files.clear(db))
      .catch((error: unknown) => log.error({ err: error }, 'old imports could not be cleared away'))
  await clear()
  const sweeper = setInterval(() => void clear(), 3_600_000)
  sweeper.unref()
  app.addHook('onClose', async () => {
    clearInterval(watcher)
    clearInterval(sweeper)
    await uploads.jobs.stop()
  })
  uploadFormatRoutes(app, services, uploads)
  uploadCallRoutes(app, services, uploads)
  wizardRoutes(app, services, uploads)
  lineRoutes(app, services, uploads)
}

function wizardRoutes(app: FastifyInstance, services: Services, uploads: UploadService): void {
  const { db } = services

  app.post('/api/uploads', async (request, reply) => {
    const stored = await formatOfCall(request, services)
    const screen = await uploads.screenOf(request.caller, stored?.functionality ?? functionalityOf(request))
    const part = await fileOf(request)
    const upload = await uploads.receive(request.caller, screen, part.file, part.filename, stored?.body ?? null)
    const suggestion = await suggestionFor(request, services, upload, screen)
    return reply.code(201).send({ response: { ...presentUpload(upload), suggestion } })
  })

  app.post('/api/uploads/:id/read', async (request) => {
    const reading = parseInput(readingBody, request.body)
    const { screen } = await uploads.open(request.caller, idOf(request))
    const upload = await uploads.read(request.caller, idOf(request), reading)
    const suggestion = await suggestionFor(request, services, upload, screen)
    return { response: { ...presentUpload(upload), suggestion } }
  })

  app.get('/api/uploads/:id/preview', async (request) => {
    const { sheet } = parseInput(z.object({ sheet: z.string().max(255).optional() }), request.query)
    const records = await uploads.previewSheet(request.caller, idOf(request), sheet ?? null)
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/uploads', async (request) => {
    const { page, limit } = parseInput(paging, request.query)
    const functionality = (request.query as Record<string, string | undefined>)['app-functionality'] ?? null
    const shownFor = await displayDays(services, request.caller)
    const open = (await uploadScreens(services, request.caller)).map(({ name }) => name)
    return db.tenant(
      scopeOf(request.caller),
      async (tx) => {
        const records = await tx.query<UploadRecord & { user: string | null; all_rows: number }>(sql`
          select up.*, u.name as "user", count(*) over () as all_rows from upload up
            left join app_user u on u.organization_id = up.organization_id and u.id = up.created_by
           where up.screen = any (${open}::text[]) and (${functionality}::text is null or up.functionality = ${functionality})
             and not exists (select from unnest(${shownFor.map(({ screen }) => screen)}::text[], ${shownFor.map(({ days }) => days)}::int[]) as shown (screen, days)
                              where shown.screen = up.screen and up.created_at < now() - make_interval(days => shown.days))
           order by up.id desc limit ${limit} offset ${(page - 1) * limit}`)
        return {
          response: {
            records: records.map(({ all_rows: _all, ...row }) => listedUpload(row)),
            total_record: records[0]?.all_rows ?? 0,
          },
        }
      },
      { readOnly: true },
    )
  })

  app.get('/api/uploads/:id', async (request) => {
    const { wait } = parseInput(waitQuery, request.query)
    const before = await uploads.open(request.caller, idOf(request))
    const waits = wait > 0 && isAtWork(before.upload)
    if (waits) await uploads.jobs.over(before.upload.id, wait)
    const { upload, screen } = waits ? await uploads.open(request.caller, before.upload.id) : before
    const reasons =
      upload.kept && upload.counts
        ? await db.tenant(scopeOf(request.caller), (tx) => readReasons(tx, upload), { readOnly: true })
        : []
    const isOpen = upload.state === 'staged' || upload.state === 'checked'
    const suggestion = isOpen ? await suggestionFor(request, services, upload, screen) : undefined
    return { response: { ...presentUpload(upload), reasons, ...(suggestion ? { suggestion } : {}) } }
  })

  app.post('/api/uploads/:id/check', async (request, reply) => {
    const { screen } = await uploads.open(request.caller, idOf(request))
    const { format_id, format } = parseInput(
      z.object({ format_id: z.int().nullish(), format: z.unknown().optional() }),
      request.body,
    )
    const stored = format_id
      ? await db.tenant(scopeOf(request.caller), (tx) => readStoredFormat(tx, format_id), { readOnly: true })
      : null
    const body: FormatBody = readFormat(format ?? stored?.body, screen)
    await uploads.check(request.caller, idOf(request), body, stored?.id ?? null)
    return reply.code(202).send({ response: presentUpload((await uploads.open(request.caller, idOf(request))).upload) })
  })

  app.post('/api/uploads/:id/commit', async (request, reply) => {
    const { only_valid } = parseInput(z.object({ only_valid: z.boolean().default(false) }), request.body)
    await uploads.commit(request.caller, idOf(request), only_valid)
    return reply.code(202).send({ response: presentUpload((await uploads.open(request.caller, idOf(request))).upload) })
  })

  app.get('/api/uploads/:id/undo', async (request) => ({
    response: await uploads.foreseeUndo(request.caller, idOf(request)),
  }))

  app.post('/api/uploads/:id/undo', async (request, reply) => {
    await uploads.undo(request.caller, idOf(request))
    return reply.code(202).send({ response: presentUpload((await uploads.open(request.caller, idOf(request))).upload) })
  })

  app.post('/api/uploads/:id/cancel', async (request) => {
    const { of } = parseInput(cancelBody, request.body ?? {})
    await uploads.cancel(request.caller, idOf(request), of !== undefined)
    return { response: presentUpload((await uploads.open(request.caller, idOf(request))).upload) }
  })
}

/** A remembered format whose columns the file has, else one made from names, aliases and nearness. */
async function suggestionFor(request: FastifyRequest, { db }: Services, upload: UploadRecord, screen: Screen) {
  const names = new Set(upload.columns.map(({ name }) => name.toLowerCase()))
  const version = versionColumn(upload.columns)
  const formats = await db.tenant(scopeOf(request.caller), (tx) => listFormats(tx, upload.functionality), {
    readOnly: true,
  })
  const fitting = formats
    .map((format) => ({ format, columns: columnsRead(format.body) }))
    .filter(({ format }) => !version || format.body.row_version)
    .filter(({ columns }) => columns.every((name) => names.has(name.trim().toLowerCase())))
    .filter(({ format }) => !contradicts(format.body, upload, screen))
    .sort((a, b) => b.columns.length - a.columns.length)[0]
  const format = suggestFormat(upload, screen, uploadFields(request.caller, screen), languageOf(request))
  const automatic = { format, questions: styleQuestions(upload, screen, format) }
  return fitting
    ? { format_id: fitting.format.id, name: fitting.format.name, format: fitting.format.body, automatic }
    : { format_id: null, name: null, ...automatic, automatic }
}

/** The first language that a browser asks for; undefined where it names none that is known. */
function languageOf({ headers }: FastifyRequest): string | undefined {
  const [first = ''] = (headers['accept-language'] ?? '').split(/[,;]/, 1)
  try {
    return Intl.getCanonicalLocales(first.trim())[0]
  } catch {
    return undefined
  }
}

function lineRoutes(app: FastifyInstance, services: Services, uploads: UploadService): void {
  const { db } = services

  const checked = async (request: FastifyRequest) => {
    const opened = await uploads.open(request.caller, idOf(request))
    if (!opened.upload.kept)
      throw new AppError('WRONG_STATE', { message: 'The lines of this file have been cleared away.' })
    if (!opened.upload.counts) throw new AppError('WRONG_STATE', { message: 'The file has not been checked yet.' })
    return opened
  }

  app.get('/api/uploads/:id/rows', async (request) => {
    const { upload, screen } = await checked(request)
    const { page, limit, outcome, reason, lines } = parseInput(rowQuery, request.query)
    await ensureLineIndex(services, upload)
    const plan = uploads.plan(request.caller, screen, upload, upload.format!)
    const wanted = {
      page,
      limit,
      outcome: outcome ?? null,
      rule: reason ?? null,
      lines: lines?.split(',').map(Number) ?? null,
    }
    return {
      response: await db.tenant(scopeOf(request.caller), (tx) => readRows(tx, upload, plan, wanted), {
        readOnly: true,
      }),
    }
  })

  app.get('/api/uploads/:id/bad-values', async (request) => {
    const { upload } = await checked(request)
    const { reason } = parseInput(z.object({ reason: z.coerce.number().int().min(0) }), request.query)
    const records = await db.tenant(scopeOf(request.caller), (tx) => readBadValues(tx, upload, reason, 500), {
      readOnly: true,
    })
    return { response: { records, total_record: records.length } }
  })

  app.put('/api/uploads/:id/rows/:line', async (request) => {
    const { upload } = await uploads.open(request.caller, idOf(request))
    const line = Number((request.params as { line: string }).line)
    const cells = parseInput(
      z.object({
        cells: z.record(
          z.string(),
          z
            .string()
            .max(32_767)
            .refine((text) => !text.includes('\0'), 'NUL cannot be stored'),
        ),
      }),
      request.body,
    ).cells
    const changes = Object.entries(cells).map(([name, value]) => {
      const index = upload.columns.findIndex((column) => column.name === name)
      if (index < 0) throw new AppError('VALIDATION', { message: `The file has no column "${name}".` })
      return sql`, ${id(columnName(index))} = ${value === '' ? null : value}`
    })
    await db.tenant(scopeOf(request.caller), async (tx) => {
      await moveUpload(tx, upload.id, ['staged', 'checked'], { state: 'staged', counts: null })
      const rows = await tx.query(
        sql`update ${stagingTable(upload.id)} set odd = true${changes.reduce((all, change) => sql`${all}${change}`, sql``)} where rowno = ${line}::int returning rowno`,
      )
      if (rows.length === 0) throw new AppError('NOT_FOUND', { message: 'There is no such line.' })
      // What was seen of the whole column no longer holds for the order of its cells.
      const columns = upload.columns.map((column) => (column.name in cells ? corrected(column) : column))
      await changeUpload(tx, upload.id, {
        columns,
        has_odd: true,
        message: 'Lines were corrected. Check the file again.',
      })
    })
    return { response: presentUpload(await db.tenant(scopeOf(request.caller), (tx) => readUpload(tx, upload.id))) }
  })

  app.put('/api/uploads/:id/conflicts', async (request) => {
    const { upload } = await uploads.open(request.caller, idOf(request))
    const { take, lines } = parseInput(conflictsBody, request.body)
    await db.tenant(scopeOf(request.caller), (tx) => decideConflicts(tx, upload, take, lines ?? null))
    return { response: presentUpload(await db.tenant(scopeOf(request.caller), (tx) => readUpload(tx, upload.id))) }
  })

  app.get('/api/uploads/:id/errors', async (request, reply: FastifyReply) => {
    const { upload } = await checked(request)
    const form = formOf(request.query as Record<string, string>, 'csv')
    const columns = [
      textColumn('line', errorHeadings[0]),
      textColumn('reason', errorHeadings[1]),
      // Those of an error file that was corrected in part tell of another upload.
      ...upload.columns.flatMap((column, index) =>
        isErrorHeading(column.name) ? [] : [textColumn(columnName(index), column.name)],
      ),
    ]
    const title = `${upload.file_name.replace(/\.[^.]*$/, '')} rejected`
    const stream = await exportRows(db, scopeOf(request.caller), errorLines(upload), columns, form, title)
    return sendFile(reply, form.format, exportName(title, form.format, new Date()), stream)
  })
}

const textColumn = (name: string, label: string): { name: string; label: string; field: Field } => ({
  name,
  label,
  field: normalizeField(name, { type: 'text', label }),
})

/** Pages of lines need an index that most imports never do. */
async function ensureLineIndex({ db }: Services, upload: UploadRecord): Promise<void> {
  if (upload.rows < 5_000) return
  await db.system(async (tx) => {
    await tx.query(
      sql`create index if not exists ${id(`upload_${upload.id}_rows_line`)} on ${rowsTable(upload.id)} (rowno)`,
    )
    await tx.query(
      sql`create index if not exists ${id(`upload_${upload.id}_line`)} on ${stagingTable(upload.id)} (rowno)`,
    )
  })
}
