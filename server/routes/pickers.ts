import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { attributeNamed, pickValues, type AttributeContext, type ValueQuery } from '../engine/attributes/attribute.ts'
import { configured } from '../engine/configuration-keys.ts'
import { withStatusDuration } from '../engine/dashboards/status-duration.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { mayUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { orgUsers } from '../session/org-users.ts'
import { bodyParameters, parametersOf, recordIdOf } from './record-request.ts'

const pickBody = z.object({
  search: z.string().max(200).default(''),
  filters: z.record(z.string(), z.unknown()).default({}),
  limit: z.coerce.number().int().min(1).max(200).optional(),
})

const usualEntries = 20

/** How many entries a dropdown over the records of a screen offers, as the organisation has configured it. */
async function entriesOf({ db, screens }: Services, caller: Caller, screen: string): Promise<number> {
  if (!screens.some(({ name }) => name === 'default-config')) return usualEntries
  const value = await db.tenant(caller, (tx) => configured(tx, caller, 'dropdown_configuration', screen), {
    readOnly: true,
  })
  return value === null ? usualEntries : Number(value)
}

/** The values of an attribute for a picker; null when there is no attribute of that name. */
async function pickOfAttribute(
  { db }: Services,
  context: Omit<AttributeContext, 'tx'>,
  name: string,
  query: ValueQuery,
): Promise<readonly { value: string; label: string }[] | null> {
  const screen = context.screens.find((candidate) => candidate.name === 'attribute-type')
  if (!screen || !mayUse(context.caller, screen, 'read')) return null
  return db.tenant(
    context.caller,
    async (tx) => {
      const attribute = await attributeNamed({ ...context, tx }, name)
      return attribute && pickValues({ ...context, tx }, attribute, query)
    },
    { readOnly: true },
  )
}

/** Colleagues are chosen by everybody, by name; the record of a user stays with those who administer users. */
async function pickColleagues({ db }: Services, caller: Caller, search: string, limit: number) {
  const { records } = await orgUsers(db, caller, { search, page: 1, limit })
  return records.map((user: Readonly<Record<string, unknown>>) => ({ value: user['email'], label: user['name'] }))
}

/** The search behind every picker, and the search of a master by the name of its table. */
export function pickerRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const hooks = createHooks(services.session)
  const apiFor = async (request: FastifyRequest, find: (screen: Screen) => boolean) => {
    const screens = await screensOf(services, request.caller)
    const screen = screens.find((candidate) => candidate.table !== null && find(candidate))
    if (!screen) throw new AppError('NOT_FOUND', { message: 'There is no such list to search.' })
    const effective = await effectiveScreen(services, request.caller, screen.name)
    return { screen: effective, api: new RecordApi({ ...services, screens, hooks }, effective, request.caller) }
  }
  const pick = async (request: FastifyRequest, x: string) => {
    const { caller } = request
    const { search, limit, filters } = parseInput(pickBody, request.body)
    const means = (screen: Screen): boolean => screen.table !== null && (screen.name === x || screen.endpoint === x)
    const screens = await screensOf(services, caller)
    if (!screens.some(means)) {
      const most = limit ?? (await entriesOf(services, caller, x))
      const values = await pickOfAttribute(services, { caller, screens }, x, { search: search.trim(), limit: most })
      if (values) return { records: values }
    }
    const { api, screen } = await apiFor(request, means)
    const entries = limit ?? (await entriesOf(services, caller, screen.name))
    if (screen.name === 'user' && !mayUse(caller, screen, 'read'))
      return { records: await pickColleagues(services, caller, search.trim(), entries) }
    return api.pick(search.trim(), entries, bodyParameters({ filters }))
  }
  app.post<{ Params: { x: string } }>('/api/dropdown-search/:x', async (request) => ({
    response: await pick(request, request.params.x),
  }))
  // Several lists and attributes at once, separated by commas; each entry says which it is of.
  app.post<{ Params: { x: string } }>('/api/dropdown-multi-search/:x', async (request) => {
    const names = [...new Set(request.params.x.split(','))].slice(0, 20)
    if (names.length === 1) return { response: await pick(request, names[0]!) }
    const records = []
    for (const of of names) for (const one of (await pick(request, of)).records) records.push({ ...one, of })
    return { response: { records } }
  })
  app.post('/api/master-data-search', async (request) => {
    const { table_name: table, status_duration: duration } = request.query as Readonly<Record<string, string>>
    const { api, screen } = await apiFor(request, (one) => one.table?.name === table || one.name === table)
    const { filters, ...paging } = (request.body ?? {}) as { filters?: Record<string, unknown> }
    const parameters = Object.fromEntries(
      Object.entries({ ...paging, ...filters }).map(([name, value]) => [
        name,
        value === null || value === undefined ? undefined : String(value),
      ]),
    )
    const page = await api.list(parameters)
    if (duration !== 'true') return { response: page }
    return { response: { ...page, records: await withStatusDuration(db, request.caller, screen, page.records) } }
  })
  app.delete('/api/master-data', async (request) => {
    const { table_name: table, id, ...filters } = { ...parametersOf(request), ...bodyParameters(request.body) }
    const { api, screen } = await apiFor(request, (one) => one.table?.name === table || one.name === table)
    const deleted = id === undefined ? await api.removeFiltered(filters) : await api.remove(recordIdOf(id))
    return { response: { deleted }, message: screen.messages.deleted }
  })
}
