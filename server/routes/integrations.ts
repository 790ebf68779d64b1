import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Caller, demand } from '../authorize.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { reconcile } from '../engine/integration/reconcile.ts'
import { filesWithRejected } from '../engine/integration/rejected-lines.ts'
import { requestRun } from '../engine/integration/request-run.ts'
import { runsOfIntegration } from '../engine/integration/run-history.ts'
import { waitsAlready } from '../engine/jobs/run-record.ts'
import { columnsRead, readFormat } from '../engine/upload/format.ts'
import { uploadFields } from '../engine/upload/service.ts'
import { undecidedStyles } from '../engine/upload/style-questions.ts'
import { createFormat, formatCoded } from '../engine/upload/stored-formats.ts'
import { suggestFormat } from '../engine/upload/suggest.ts'
import { readUpload } from '../engine/upload/upload-record.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { readIntegration } from '../jobs/read-integration.ts'
import { sampleOf } from '../jobs/sample.ts'
import type { JobServices } from '../jobs/services.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { sql } from '../store/sql.ts'

const named = z.union([
  z.object({ id: recordNumber }),
  z.object({ integration: z.string().min(1).max(30) }).transform(({ integration }) => ({ code: integration })),
])
const paging = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})
const newMapping = z.object({
  name: z.string().trim().min(1).max(120),
  decimal: z.enum(['.', ',']).optional(),
  date_order: z.enum(['YMD', 'DMY', 'MDY']).optional(),
})
const wanted = { decimal: 'decimal as "." or ","', date_order: 'date_order as DMY or MDY' }
const ofRun = z.object({ run: recordNumber })

/** Running integrations, their history, samples of their sources, and whether source and records agree. */
export function integrationRoutes(app: FastifyInstance, services: JobServices): void {
  const { db } = services
  const open = (caller: Caller, input: unknown, permission: string) => {
    demand(caller, permission)
    const which = parseInput(named, input)
    return db.tenant(caller, (tx) => readIntegration(services, tx, caller.organizationId, which))
  }

  app.post('/api/integration-setup/manual-run', async ({ caller, body }, reply) => {
    const integration = await open(caller, body, 'integration.run')
    const { id, joined } = await db.tenant(caller, (tx) => requestRun(tx, caller, integration as never))
    const message = joined ? waitsAlready(id) : 'Started; see its runs'
    return reply.code(202).send({ response: { number: id }, message })
  })

  app.get('/api/integration-setup/history', async ({ caller, query }) => {
    const { secret: _secret, ...integration } = await open(caller, query, 'integration.read')
    const { page, limit } = parseInput(paging, query)
    const found = await db.tenant(
      caller,
      (tx) => runsOfIntegration(tx, caller.organizationId, integration.code, page, limit),
      { readOnly: true },
    )
    return { response: { integration, ...found } }
  })

  /** The run of an integration that a call is about. */
  const runOf = async (caller: Caller, body: unknown) => {
    const { run: runId } = parseInput(ofRun, body)
    const [run] = await db.tenant(caller, (tx) =>
      tx.query<{ id: number; integration: string }>(sql`
        select id, integration from batch_job_run
         where organization_id = ${caller.organizationId} and id = ${runId} and integration is not null`),
    )
    if (!run) throw new AppError('NOT_FOUND')
    return { run, integration: await open(caller, { integration: run.integration }, 'integration.run') }
  }

  app.post('/api/integration-setup/retry', async ({ caller, body }, reply) => {
    const { run, integration } = await runOf(caller, body)
    const { id } = await db.tenant(caller, async (tx) => {
      await filesWithRejected(tx, caller.organizationId, run.id)
      return requestRun(tx, caller, integration as never, run.id)
    })
    return reply.code(202).send({ response: { number: id }, message: 'The rejected lines are taken in again' })
  })

  app.post('/api/integration-setup/reconcile', async ({ caller, body }) => {
    const { run, integration } = await runOf(caller, body)
    const controlField = integration['control_field'] ? String(integration['control_field']) : null
    const records = await db.tenant(caller, async (tx) => {
      const files = await tx.query<{ upload_id: number }>(sql`
        select f.upload_id from batch_job_file f join upload u on u.organization_id = f.organization_id and u.id = f.upload_id and u.state = 'committed'
         where f.organization_id = ${caller.organizationId} and f.run_id = ${run.id} order by f.name`)
      const held = []
      for (const { upload_id: uploadId } of files) {
        const upload = await readUpload(tx, uploadId)
        const screen = await effectiveScreen(services, caller, upload.screen)
        const plan = services.uploads.plan(caller, screen, upload, upload.format!)
        const at = { organizationId: caller.organizationId, runId: run.id, integration: run.integration }
        held.push(await reconcile(tx, { ...at, upload, screen, plan, controlField }))
      }
      return held
    })
    if (records.length === 0)
      throw new AppError('WRONG_STATE', { message: 'This run has written nothing that could be reconciled.' })
    const reconciled = records.every((one) => one.reconciled)
    return {
      response: { reconciled, records },
      message: reconciled ? 'Successfully reconciled.' : 'The source and the records differ.',
    }
  })

  sourceRoutes(app, services, open)
}

type Open = (caller: Caller, input: unknown, permission: string) => ReturnType<typeof readIntegration>

/** What a source gives at the moment, and what could be made of it. */
function sourceRoutes(app: FastifyInstance, services: JobServices, open: Open): void {
  const { db, uploads } = services

  app.get('/api/integration-setup/sample', async ({ caller, query }) => {
    const integration = await open(caller, query, 'integration.write')
    return { response: await sampleOf(services, caller.organizationId, integration) }
  })

  /** The sample read as a file of the mapping's functionality; nothing of it is kept. */
  const stagedSample = async (caller: Caller, input: unknown) => {
    const integration = await open(caller, input, 'integration.write')
    const mapping = await db.tenant(caller, (tx) => formatCoded(tx, String(integration['mapping'])))
    const { functionality = mapping.functionality } = parseInput(
      z.object({ functionality: z.string().max(80).optional() }),
      input,
    )
    const screen = await uploads.screenOf(caller, functionality)
    const { name, text } = await sampleOf(services, caller.organizationId, integration)
    const staged = await uploads.receive(caller, screen, Readable.from([Buffer.from(text)]), name, null)
    await uploads.cancel(caller, staged.id)
    await db.tenant(caller, (tx) => tx.query(sql`delete from upload where id = ${staged.id} and state = 'cancelled'`))
    return { mapping, screen, staged }
  }

  app.get('/api/integration-field-value', async ({ caller, query }) => {
    const { field, qualifier } = parseInput(
      z.object({ field: z.string().min(1).max(200), qualifier: z.string().max(40).optional() }),
      query,
    )
    const { staged } = await stagedSample(caller, query)
    const column = staged.columns.find(({ name }) => name.toLowerCase() === field.trim().toLowerCase())
    if (!column) throw new AppError('NOT_FOUND', { message: `The source has no column ${field}.` })
    const known = await db.tenant(caller, (tx) =>
      tx.query<{ source_value: string; target_value: string | null }>(sql`
        select source_value, target_value from integration_qualifier
         where organization_id = ${caller.organizationId} and qualifier = ${(qualifier ?? '').toUpperCase()}`),
    )
    const records = [...new Set(column.samples)].map((value) => ({
      value,
      becomes: known.find(({ source_value: from }) => from === value)?.target_value ?? null,
      known: known.some(({ source_value: from }) => from === value),
    }))
    return { response: { records, total_record: records.length, type: column.type } }
  })

  app.get('/api/new-mappings', async ({ caller, query }) => {
    const { mapping, screen, staged } = await stagedSample(caller, query)
    const read = new Set(columnsRead(mapping.body).map((name) => name.trim().toLowerCase()))
    const proposed = suggestFormat(staged, screen, uploadFields(caller, screen))
    const records = staged.columns
      .filter(({ name }) => !read.has(name.toLowerCase()))
      .map(({ name, samples, type }) => ({
        column: name,
        samples,
        type,
        field: proposed.fields.find(({ column }) => column?.toLowerCase() === name.toLowerCase())?.field ?? null,
      }))
    return { response: { records, total_record: records.length, functionality: screen.upload!.functionality } }
  })

  app.post('/api/new-mappings', async ({ caller, body }, reply) => {
    demand(caller, 'integration.write')
    const { name, ...style } = parseInput(newMapping, body)
    const { screen, staged } = await stagedSample(caller, body)
    const guessed = suggestFormat(staged, screen, uploadFields(caller, screen))
    const { decimal = guessed.decimal, date_order = guessed.date_order } = style
    const suggested = { ...guessed, decimal, date_order }
    // What is stored reads every file to come, so that a sample which can be read in two ways is asked about as a file is.
    const open = undecidedStyles(staged, screen, suggested, style, wanted)
    if (open.length > 0) throw new AppError('VALIDATION', { message: open.join(' ') })
    const proposed = readFormat(suggested, screen)
    const functionality = screen.upload!.functionality
    const stored = await db.tenant(caller, (tx) =>
      createFormat(tx, caller, { functionality, name, description: null, body: proposed }),
    )
    const response = { ...stored, code: `${functionality} / ${name}` }
    return reply.code(201).send({ response, message: await said(services, caller, 'integration-mapping', 'created') })
  })
}
