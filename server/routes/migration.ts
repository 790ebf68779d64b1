import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { areas } from '#screens/navigation.ts'
import { demand } from '../authorize.ts'
import { saidOf } from '../engine/messages/said.ts'
import { exportTables, importTable, isMovable, movable } from '../engine/migration.ts'
import { screensOf } from '../engine/own-screens.ts'
import { mayUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { fileOf } from './upload-request.ts'

const access = 'administration.configuration'
const mostBytes = 50_000_000
const exported = z.object({ table_names: z.string().max(4_000).optional() })
const sent = z.object({ dry_run: z.enum(['true', 'false']).default('false') })
const content = z.object({
  tables: z
    .array(z.object({ table_name: z.string().max(80), records: z.array(z.record(z.string(), z.unknown())) }))
    .max(200),
})

/** Moves configuration between installations: out as one file of tables, in again by the keys of the records. */
export function migrationRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)

  app.get('/api/migration', async ({ caller, query }) => {
    demand(caller, access)
    const { table_names: asked } = parseInput(exported, query)
    const screens = await screensOf(services, caller)
    if (asked === undefined) {
      const offered = screens.filter((screen) => isMovable(screen) && mayUse(caller, screen, 'read'))
      const records = offered.map(({ name, plural, area, table }) => ({
        table_name: table!.name,
        screen: name,
        label: plural,
        area,
        area_label: areas.find((one) => one.name === area)?.label ?? area,
      }))
      return { response: { records, total_record: records.length } }
    }
    const names = [
      ...new Set(
        asked
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ]
    const wanted = movable(screens, caller, names, 'read')
    const tables = await exportTables({ ...services, screens, hooks }, caller, wanted)
    return { response: { exported_at: new Date().toISOString(), tables } }
  })

  app.post('/api/migration/upload', async (request) => {
    const { caller } = request
    demand(caller, access)
    const { dry_run: dryRun } = parseInput(sent, request.query)
    const part = await fileOf(request)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > mostBytes) throw new AppError('TOO_LARGE')
      chunks.push(chunk)
    }
    const read = content.safeParse(parsed(Buffer.concat(chunks).toString('utf8')))
    if (!read.success) throw new AppError('FILE_UNREADABLE', { message: 'This file was not saved by a migration.' })
    const { tables } = read.data
    const screens = await screensOf(services, caller)
    const known = movable(
      screens,
      caller,
      tables.map((table) => table.table_name),
      'update',
    )
    const records = []
    for (const [at, { records: rows }] of tables.entries())
      records.push(await importTable({ ...services, screens, hooks }, caller, known[at]!, rows, dryRun === 'true'))
    const told = await saidOf(services, caller, { label: 'file', plural: 'files' }, 'uploaded')
    return { response: { dry_run: dryRun === 'true', success_msg: told, records, total_record: records.length } }
  })
}

function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text) as { response?: unknown }
    // What the call answered, saved as it is, is as good as the file that the page saves.
    return value !== null && typeof value === 'object' && 'response' in value ? value.response : value
  } catch (error) {
    throw new AppError('FILE_UNREADABLE', { message: 'This is no file of a migration (JSON).', cause: error })
  }
}
