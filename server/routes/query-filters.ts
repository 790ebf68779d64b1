import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { queryScreenName } from '#src/definition/query/query.ts'
import { callerScreen, effectiveScreen } from '../engine/effective-screens.ts'
import { createView, deleteView, updateView } from '../engine/list-views.ts'
import { screensOf } from '../engine/own-screens.ts'
import { trimViewState, type ViewState } from '../engine/view-state.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'

/** What saved filters are about; spelt as callers send it. */
const functionalities = [
  'opeational_reports',
  'dynamic_query',
  'document_header',
  'contract_header',
  'promotions',
  'Batch Job',
  'master_data',
] as const

const about = z.object({
  query_id: z.union([z.string().min(1).max(100), z.number().int().positive()]).transform(String),
  functionality: z.enum(functionalities).default('dynamic_query'),
})
const filters = z.record(
  z.string().max(200),
  z.union([z.string().max(4_000), z.number(), z.boolean(), z.array(z.string().max(400)).max(500)]),
)
const written = z.object({
  name: z.string().trim().min(1, 'Give the filter a name.').max(60),
  audience: z.enum(['own', 'role', 'everyone']).default('own'),
  role_id: z.number().int().nullable().default(null),
  filters,
})

interface FilterRow {
  readonly id: number
  readonly row_version: number
  readonly screen: string
  readonly name: string
  readonly audience: string
  readonly role_id: number | null
  readonly owner_id: number
  readonly state: ViewState
}

const idQuery = z.object({ id: recordNumber.optional(), query_id: about.shape.query_id.optional() })

/** The saved filters of queries and other screens, which are the views and criteria that people save there. */
export function queryFilterRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  /** The screen that is meant: a saved query by its number, any other by its name or its call. */
  const screenOf = async (request: FastifyRequest, { query_id: id, functionality }: z.output<typeof about>) => {
    if (functionality === 'dynamic_query' && /^\d+$/.test(id)) return queryScreenName(Number(id))
    const screens = await screensOf(services, request.caller)
    const screen = screens.find(({ name, endpoint, endpointAliases }) =>
      [name, endpoint, ...endpointAliases].includes(id),
    )
    if (!screen?.list && !screen?.result)
      throw new AppError('NOT_FOUND', { message: `There is nothing called ${id} to keep filters for.` })
    return screen.name
  }

  const read = (request: FastifyRequest, where: ReturnType<typeof sql>): Promise<FilterRow[]> => {
    const { caller } = request
    return db.tenant(
      caller,
      (tx) =>
        tx.query<FilterRow>(sql`
          select v.id, v.row_version, v.screen, v.name, v.audience, v.role_id, v.owner_id, v.state from list_view v
           where v.organization_id = ${caller.organizationId} and ${where}
             and (v.owner_id = ${caller.userId} or v.audience = 'everyone' or v.role_id = any(${[...caller.roleIds]}::bigint[]))
           order by lower(v.name), v.id`),
      { readOnly: true },
    )
  }
  const present = (request: FastifyRequest, { screen, state, owner_id, ...row }: FilterRow) => {
    const query = /^query-(\d+)$/.exec(screen)?.[1]
    return {
      ...row,
      query_id: query === undefined ? screen : Number(query),
      ...(query === undefined ? {} : { functionality: 'dynamic_query' }),
      filters: state.query,
      mine: owner_id === request.caller.userId,
    }
  }
  const one = async (request: FastifyRequest, id: number): Promise<FilterRow> => {
    const [row] = await read(request, sql`v.id = ${id}`)
    if (!row) throw new AppError('NOT_FOUND')
    // Whoever may not see the screen any more knows nothing of its filters either, nor of those by fields that are not his.
    const [screen, known] = await screens(request, row.screen)
    return { ...row, state: trimViewState(row.state, known, screen) }
  }
  const stateOf = (given: z.output<typeof filters>): ViewState => ({
    query: Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
    ),
    widths: {},
    density: null,
  })
  const screens = async (request: FastifyRequest, name: string) =>
    [await effectiveScreen(services, request.caller, name), await callerScreen(services, request.caller, name)] as const

  app.get('/api/dynamic-query-filter', async (request) => {
    const name = await screenOf(request, parseInput(about, request.query))
    const [screen, known] = await screens(request, name)
    const records = (await read(request, sql`v.screen = ${name}`)).map((row) =>
      present(request, { ...row, state: trimViewState(row.state, known, screen) }),
    )
    return { response: { records, total_record: records.length } }
  })
  app.get<{ Params: { id: string } }>('/api/dynamic-query-filter/:id', async (request) => ({
    response: present(request, await one(request, parseInput(recordNumber, request.params.id))),
  }))
  app.post('/api/dynamic-query-filter', async (request, reply) => {
    const all = { ...(request.query as object), ...(request.body as object) }
    const name = await screenOf(request, parseInput(about, all))
    const { filters: given, ...body } = parseInput(written, request.body)
    const [screen, known] = await screens(request, name)
    const { id } = await db.tenant(request.caller, (tx) =>
      createView(tx, request.caller, screen, known, { ...body, state: stateOf(given) }),
    )
    return reply.code(201).send({ response: present(request, await one(request, id)) })
  })
  app.put('/api/dynamic-query-filter', async (request) => {
    const {
      id,
      row_version: version,
      filters: given,
      ...body
    } = parseInput(
      written.partial().extend({ id: recordNumber, row_version: z.number().int().optional() }),
      request.body,
    )
    const before = await one(request, id)
    const [screen, known] = await screens(request, before.screen)
    const change = Object.fromEntries(
      Object.entries({ ...body, ...(given ? { state: stateOf(given) } : {}) }).filter(
        ([key, value]) =>
          value !== undefined && Object.hasOwn(request.body as object, key === 'state' ? 'filters' : key),
      ),
    )
    await db.tenant(request.caller, (tx) =>
      updateView(tx, request.caller, screen, known, id, { row_version: version ?? before.row_version, ...change }),
    )
    return { response: present(request, await one(request, id)) }
  })
  app.delete('/api/dynamic-query-filter', async (request) => {
    const { id, query_id: of } = parseInput(idQuery, request.query)
    if (id === undefined && of === undefined)
      throw new AppError('BAD_REQUEST', { message: 'Name a filter by id, or a query by query_id.' })
    const functionality = (request.query as { functionality?: string }).functionality
    const rows =
      id === undefined
        ? (
            await read(
              request,
              sql`v.screen = ${await screenOf(request, parseInput(about, { query_id: of, functionality }))}`,
            )
          ).filter(({ owner_id: owner }) => owner === request.caller.userId)
        : [await one(request, id)]
    for (const row of rows) {
      const [screen] = await screens(request, row.screen)
      await db.tenant(request.caller, (tx) => deleteView(tx, request.caller, screen, row.id))
    }
    return { response: { deleted: rows.length } }
  })
}
