import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { demand } from '../authorize.ts'
import { effectiveScreen, screenNamed } from '../engine/effective-screens.ts'
import { attributedScreens } from '../engine/own-screens.ts'
import { isQueried } from '../engine/queries/query-scope.ts'
import { queryFields, queryTables, tableCalled } from '../engine/queries/query-tables.ts'
import { isShown } from '../engine/queries/saved-query.ts'
import { demandUse, mayUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

const tablesQuery = z.object({ application_type: z.string().max(80).optional() })
const fieldsQuery = z.object({ app_type: z.string().max(80).optional(), table_description: z.string().min(1).max(200) })

/** The calls that tell the fields of one kind of records, by the screen that these are. */
const fieldCalls = {
  'financial-posting-fields': 'financial-posting',
  'purchase-data-fields': 'purchase-data',
  'sales-data-fields': 'sales-data',
  'calculation-simulation-fields': 'calculation-simulation',
  'price-list-fields': 'price-list-master',
  'price-list-data-fields': 'price-list-data',
  'pricing/price-list/fields': 'price-list-data',
} as const

/** What queries can be made of: the records there are for the caller, and their fields. */
export function queryFieldRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/dynamic-query-table-determination', async ({ caller, query }) => {
    demand(caller, 'queries.read')
    const { application_type: application } = parseInput(tablesQuery, query)
    const records = queryTables(await attributedScreens(services, caller), caller, application || null)
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/dynamic-query-fields', async (request) => {
    const { caller } = request
    demand(caller, 'queries.read')
    const { table_description: called } = parseInput(fieldsQuery, request.query)
    const screens = await attributedScreens(services, caller)
    const found = tableCalled(screens, called)
    if (!found || !isQueried(found))
      throw new AppError('NOT_FOUND', { message: `There are no records called ${called} to ask about.` })
    demandUse(caller, found, 'read')
    return { response: queryFields(await effectiveScreen(services, caller, found.name), screens, caller) }
  })

  const fieldsOf = async ({ caller }: FastifyRequest, name: string) => {
    const screen = await effectiveScreen(services, caller, name)
    demandUse(caller, screen, 'read')
    const records = screen.fields
      .filter(({ name: field }) => isShown(screen, field, caller))
      .map((field) => ({
        name: field.name,
        label: field.label,
        type: field.type,
        table_name: screen.name,
        is_attribute: field.storage.key !== undefined,
        ...(field.target ? { target: field.target } : {}),
        ...(field.choices ? { choices: field.choices } : {}),
      }))
    return { response: { records, total_record: records.length } }
  }
  for (const [call, name] of Object.entries(fieldCalls))
    if (screenNamed(services.screens, name)) app.get(`/api/${call}`, (request) => fieldsOf(request, name))

  // What organisations have added to the records that their partners are shown.
  app.get('/api/collaboration-portal-attrs', async ({ caller }) => {
    demand(caller, 'queries.read')
    const screens = await attributedScreens(services, caller)
    const seen = screens.filter((screen) => isQueried(screen) && mayUse(caller, screen, 'read'))
    const effective = await Promise.all(
      seen
        .filter(({ fields }) => fields.some(({ storage }) => storage.key !== undefined))
        .map(({ name }) => effectiveScreen(services, caller, name)),
    )
    const records = effective.flatMap((screen) =>
      screen.fields
        .filter((field) => field.storage.key !== undefined && isShown(screen, field.name, caller))
        .map(({ name, label, type }) => ({
          name,
          label,
          type,
          table_name: screen.name,
          table_description: screen.plural,
        })),
    )
    return { response: { records, total_record: records.length } }
  })
}
