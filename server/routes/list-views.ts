import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseListQuery, type Screen } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import { callerScreen, effectiveScreen } from '../engine/effective-screens.ts'
import {
  createView,
  deleteView,
  keepLayout,
  listViews,
  rolesWithDefaults,
  setDefaultView,
  updateView,
} from '../engine/list-views.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const state = z.object({
  query: z
    .record(z.string().max(200), z.string().max(4000))
    .refine((query) => Object.keys(query).length <= 100, 'A view holds at most 100 filters.'),
  widths: z.record(z.string().max(200), z.number().int().min(40).max(900)).default({}),
  density: z.enum(['compact', 'standard', 'roomy']).nullable().default(null),
})
const view = z.object({
  name: z.string().trim().min(1, 'Give the view a name.').max(60, 'A name has at most 60 characters.'),
  audience: z.enum(['own', 'role', 'everyone']).default('own'),
  role_id: z.number().int().nullable().default(null),
  state,
})
const change = z.object({
  row_version: z.number().int(),
  name: view.shape.name.optional(),
  audience: z.enum(['own', 'role', 'everyone']).optional(),
  role_id: z.number().int().nullable().optional(),
  state: state.optional(),
})
const defaultView = z.object({
  view: z.string().max(200).nullable(),
  for: z.enum(['me', 'role', 'everyone']).default('me'),
  role_id: z.number().int().nullish(),
})
const layout = z.object({ path: z.string().max(300), state: state.nullable() })

/** A result has views as a list has them: its criteria stand for the filters. */
function asList(screen: Screen): Screen {
  const { list, result, fields } = screen
  if (list || !result) return screen
  const asked = new Set(result.parameters.map((field) => field.name))
  return {
    ...screen,
    fields: [...result.parameters, ...fields.filter((field) => !asked.has(field.name))],
    list: {
      path: result.criteria,
      aliases: [],
      columns: result.columns,
      sort: result.sort,
      filters: [],
      totals: result.totals,
      views: [],
      attention: [],
      due: [],
      figures: [],
      pageSize: 100,
      displays: [],
      tree: null,
    },
  }
}

type Asked = FastifyRequest<{ Params: { screen: string; id: string } }>

/** Saved views of a list and saved criteria of a result: read, saved, shared, made the default; and how a user has arranged the list. */
export function listViewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const screensOf = async ({ caller, params }: Asked) => {
    const [known, screen] = await Promise.all([
      callerScreen(services, caller, params.screen),
      effectiveScreen(services, caller, params.screen),
    ])
    if (!known.list && !known.result) throw new AppError('NOT_FOUND')
    return { known: asList(known), screen: asList(screen) }
  }
  const idOf = ({ params }: Asked): number => {
    if (!/^\d{1,15}$/.test(params.id)) throw new AppError('NOT_FOUND')
    return Number(params.id)
  }
  // A view is refused with what it gets wrong, not saved and then half ignored.
  const checkQuery = (fields: Parameters<typeof parseListQuery>[1], query: Readonly<Record<string, string>>): void => {
    const { view: _view, group: _group, pinned: _pinned, chart: _chart, without: _without, ...parameters } = query
    const { issues } = parseListQuery(parameters, [...fields, ...systemFields])
    if (issues.length > 0)
      throw new AppError('BAD_FILTER', {
        issues: issues.map(({ parameter, message }) => ({
          path: ['state', 'query', parameter],
          code: 'query',
          message,
        })),
      })
  }
  app.get('/api/list-views/:screen', async (request: Asked) => {
    const { known, screen } = await screensOf(request)
    return {
      response: await db.tenant(request.caller, (tx) => listViews(tx, request.caller, screen, known), {
        readOnly: true,
      }),
    }
  })
  app.get('/api/list-views/:screen/roles', async (request: Asked) => {
    const { screen } = await screensOf(request)
    const records = await db.tenant(request.caller, (tx) => rolesWithDefaults(tx, request.caller, screen), {
      readOnly: true,
    })
    return { response: { records, total_record: records.length } }
  })
  app.post('/api/list-views/:screen', async (request: Asked, reply) => {
    const { known, screen } = await screensOf(request)
    const body = parseInput(view, request.body)
    checkQuery(known.fields, body.state.query)
    const response = await db.tenant(request.caller, (tx) => createView(tx, request.caller, screen, known, body))
    return reply.code(201).send({ response })
  })
  app.put('/api/list-views/:screen/:id', async (request: Asked) => {
    const { known, screen } = await screensOf(request)
    const body = parseInput(change, request.body)
    if (body.state) checkQuery(known.fields, body.state.query)
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as typeof body
    return {
      response: await db.tenant(request.caller, (tx) =>
        updateView(tx, request.caller, screen, known, idOf(request), given as Parameters<typeof updateView>[5]),
      ),
    }
  })
  app.delete('/api/list-views/:screen/:id', async (request: Asked) => {
    const { screen } = await screensOf(request)
    await db.tenant(request.caller, (tx) => deleteView(tx, request.caller, screen, idOf(request)))
    return { response: { deleted: 1 } }
  })
  app.put('/api/list-views/:screen/default', async (request: Asked) => {
    const { known, screen } = await screensOf(request)
    const body = parseInput(defaultView, request.body)
    return {
      response: await db.tenant(request.caller, async (tx) => {
        await setDefaultView(tx, request.caller, screen, known, {
          view: body.view,
          layer: body.for,
          role: body.role_id,
        })
        return listViews(tx, request.caller, screen, known)
      }),
    }
  })
  app.put('/api/list-views/:screen/layout', async (request: Asked) => {
    const { known } = await screensOf(request)
    const body = parseInput(layout, request.body)
    const paths = [known.list!.path, ...known.list!.displays.map((display) => display.path)]
    if (!paths.includes(body.path)) throw new AppError('NOT_FOUND')
    if (body.state) checkQuery(known.fields, body.state.query)
    await db.tenant(request.caller, (tx) => keepLayout(tx, request.caller, body.path, body.state))
    return { response: {} }
  })
}
