import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldTypes, plainText, type Field, type Screen } from '#src/definition'
import { resolveDate } from '#src/definition/dates.ts'
import { jobApplications } from '#screens/shared/jobs.ts'
import { booksDay } from '../caller-day.ts'
import { type ReceivedFile, recordReceived } from '../engine/jobs/received-file.ts'
import { uploadInOneCall, type OneCall } from '../engine/upload/one-call.ts'
import { uploadScreens } from '../engine/upload/may-upload.ts'
import { withReferredKeys } from '../engine/upload/referred-key.ts'
import { scopeOf, uploadFields, type UploadService } from '../engine/upload/service.ts'
import type { StoredFormat } from '../engine/upload/stored-formats.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { id, sql } from '../store/sql.ts'
import { fileOf, formatOfCall } from './upload-request.ts'

/** The functionality behind a job type of the specification, with or without the part in parentheses. */
const jobTypes: Readonly<Record<string, string>> = {
  'File Upload (Sales Data)': 'SalesDataUploadFormat',
  'File Upload': 'SalesDataUploadFormat',
  'Promotion Sales-Forecast File Upload (Promotions)': 'PromotionBudgetSalesForecastFormat',
  'Promotion Sales-Forecast File Upload': 'PromotionBudgetSalesForecastFormat',
}

type Recorded = Pick<ReceivedFile, 'application'>

const known = new Set([
  'format_id',
  'decimal',
  'date_order',
  'only_valid',
  'delete_from',
  'delete_to',
  'app_type',
  'job_type',
  'job_name',
  'app-functionality',
])

/** The uploads in one call: those that definitions name, the general one, and the batch job. */
export function uploadCallRoutes(app: FastifyInstance, services: Services, uploads: UploadService): void {
  const { db, screens } = services

  const run = async (
    request: FastifyRequest,
    functionality: string,
    stored: StoredFormat | null,
    recorded?: Recorded,
  ) => {
    const screen = await uploads.screenOf(request.caller, functionality)
    if (stored && stored.functionality !== screen.upload!.functionality)
      throw new AppError('VALIDATION', { message: 'This upload format belongs to another functionality.' })
    const given = request.query as Record<string, string | undefined>
    const query = await withReferredKeys({ db, screens, caller: request.caller }, screen, given)
    const part = await fileOf(request)
    const call = {
      caller: request.caller,
      screen,
      file: part.file,
      fileName: part.filename,
      format: stored && { id: stored.id, body: stored.body },
      style: styleOf(query),
      onlyValid: query['only_valid'] === 'true',
      ...extrasOf(request, screen, query),
    }
    if (!recorded) return { response: await uploadInOneCall(db, uploads, call) }
    const name = query['job_name']?.trim() || part.filename
    const answer = await recordReceived(db, request.caller, { ...recorded, name: name.slice(0, 200) }, (onReceived) =>
      uploadInOneCall(db, uploads, { ...call, onReceived }),
    )
    return { response: answer }
  }

  for (const screen of screens) {
    for (const endpoint of screen.upload?.endpoints ?? []) {
      app.post(`/api/${endpoint}`, async (request, reply) => {
        const answer = await run(request, screen.upload!.functionality, await formatOfCall(request, services))
        if (answer.response.error_list && screen.upload?.refusal) reply.code(screen.upload.refusal)
        return answer
      })
    }
  }

  app.post('/api/upload-file', async (request) => {
    const stored = await formatOfCall(request, services)
    if (!stored) throw new AppError('BAD_REQUEST', { message: 'Name the upload format (format_id).' })
    return run(request, stored.functionality, stored)
  })

  app.post('/api/batch-job', async (request) => {
    const { job_type, app_type = null } = request.query as Record<string, string | undefined>
    const functionality = jobTypes[job_type ?? '']
    if (!functionality)
      throw new AppError('BAD_REQUEST', { message: `There is no job type "${job_type ?? ''}" that takes a file.` })
    if (app_type !== null && !jobApplications.some(({ value }) => value === app_type))
      throw new AppError('BAD_REQUEST', { message: `There is no application "${app_type}".` })
    return run(request, functionality, await formatOfCall(request, services), { application: app_type })
  })

  app.get('/api/file-upload-errors', async (request) => {
    const { page, limit } = parseInput(
      z.object({
        page: z.coerce.number().int().min(1).default(1),
        limit: z.coerce.number().int().min(1).max(1_000).default(10),
      }),
      request.query,
    )
    const open = (await uploadScreens(services, request.caller)).map(({ name }) => name)
    const records = await db.tenant(
      scopeOf(request.caller),
      (tx) =>
        tx.query<{ total: number }>(sql`
          select e.id, e.upload_id, u.file_name, u.functionality, e.line, e.field, e.value, e.reason, e.at, count(*) over () as total
            from upload_error e join upload u on u.organization_id = e.organization_id and u.id = e.upload_id
           where u.screen = any (${open}::text[])
           order by e.id desc limit ${limit} offset ${(page - 1) * limit}`),
      { readOnly: true },
    )
    return {
      response: {
        records: records.map(({ total: _total, ...record }) => record),
        total_record: records[0]?.total ?? 0,
      },
    }
  })
}

const styleQuery = z.object({
  decimal: z.enum(['.', ',']).optional(),
  date_order: z.enum(['YMD', 'DMY', 'MDY']).optional(),
})

/** How the call says that numbers and days are written. */
function styleOf({ decimal, date_order: order }: Readonly<Record<string, string | undefined>>): OneCall['style'] {
  const style = parseInput(styleQuery, { decimal: decimal || undefined, date_order: order || undefined })
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined))
}

/** Further parameters set a field on every line; delete_from and delete_to clear a span of days first. */
function extrasOf(
  request: FastifyRequest,
  screen: Screen,
  query: Readonly<Record<string, string | undefined>>,
): Pick<OneCall, 'constants' | 'replace'> {
  const fields = uploadFields(request.caller, screen)
  const constants: Record<string, string> = {}
  for (const [name, value] of Object.entries(query)) {
    if (known.has(name) || value === undefined || value === '') continue
    const field = fields.find((candidate) => candidate.name === name)
    if (!field) throw new AppError('BAD_REQUEST', { message: `The parameter ${name} is not known here.` })
    const parsed = fieldTypes[field.type].parseText(value, field, plainText)
    if (!parsed.ok) throw new AppError('VALIDATION', { message: `${field.label}: ${parsed.reason}` })
    constants[name] = value
  }
  const { delete_from: from, delete_to: to } = query
  if (!from && !to) return { constants }
  const date = screen.fields.find(
    (field) => field.type === 'date' && (screen.upload?.upsertOn.includes(field.name) || field.index || field.required),
  )
  // As it was understood, not as it was written: the database would read some days otherwise.
  const [first, last] = [from, to].map((text) => date && text && dayOf(text, date, booksDay(request.caller)))
  if (!date || !first || !last)
    throw new AppError('BAD_REQUEST', { message: 'Give delete_from and delete_to as days, such as 2026-01-31.' })
  if (first > last) throw new AppError('BAD_REQUEST', { message: 'delete_from lies after delete_to.' })
  return { constants, replace: sql`t.${id(date.storage.column)} between ${first}::date and ${last}::date` }
}

/** The day that a text names, as 2026-01-31, `today` being the books'; null when it names none. */
function dayOf(text: string, field: Field, today: string): string | null {
  const parsed = fieldTypes.date.parseText(text, field, plainText)
  if (!parsed.ok || typeof parsed.value !== 'string') return null
  return resolveDate(parsed.value, 'date', today)
}
