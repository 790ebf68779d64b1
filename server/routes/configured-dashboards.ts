import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { stripEmpty } from '#src/definition'
import { demand } from '../authorize.ts'
import { dashboardConfig, dashboardName, isTime, readDashboards } from '../engine/dashboards/configured.ts'
import { namesOf } from '../engine/dashboards/counted-screens.ts'
import {
  dashboardFields,
  isAdded,
  isCounted,
  roleReads,
  roleReadsField,
  rolesNamed,
} from '../engine/dashboards/dashboard-fields.ts'
import { tileRows } from '../engine/dashboards/tile-rows.ts'
import { effectiveScreen, screenNamed } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { demandUse, mayUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { requestKeyIn } from './bulk-request.ts'
import { parametersOf, recordIn } from './record-request.ts'

const fieldsQuery = z.object({
  functionality: z.string().max(80),
  security_role: z.string().max(400).nullish(),
  use: z.enum(['groups', 'sums']).nullish(),
})
const day = z.iso.date().nullish()
const figuresQuery = z.object({
  dashboard: z.coerce.number().int().positive(),
  tile: z.coerce.number().int().min(0).default(0),
  operation: z.enum(['insert', 'update', 'delete']).nullish(),
  from: day,
  to: day,
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(25),
})

const listed = (text: string | null | undefined): string[] => (text ?? '').split(',').filter(Boolean)

/** What configured dashboards are made of, and the figures of their tiles; the dashboards themselves are records like others. */
export function configuredDashboardRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  if (!screenNamed(services.screens, dashboardConfig)) return
  const hooks = createHooks(services.session)

  app.post('/api/dashboard/config', async (request, reply) => {
    const { caller } = request
    const { functionality, force, request_key: key } = parametersOf(request)
    const screens = await screensOf(services, caller)
    const screen = await effectiveScreen(services, caller, dashboardConfig)
    const given = stripEmpty(recordIn(request.body))
    const named = functionality === undefined ? undefined : (namesOf(screens, functionality)[0] ?? functionality)
    const api = new RecordApi({ ...services, screens, hooks }, screen, caller)
    const record = named === undefined ? given : { functionality: named, ...given }
    const response = await api.create(record, { asksBack: force !== 'true', key: requestKeyIn(key) })
    return reply.code(201).send({ response, message: screen.messages.created })
  })

  app.get('/api/dashboard/config-fields', async ({ caller, query }) => {
    const { functionality, security_role, use } = parseInput(fieldsQuery, query)
    const screens = await screensOf(services, caller)
    demand(caller, screenNamed(screens, dashboardConfig)?.access.read)
    const [name] = namesOf(screens, functionality)
    const known = name === undefined ? undefined : screenNamed(screens, name)
    if (!known?.table || !known.list || !mayUse(caller, known, 'read')) throw new AppError('NOT_FOUND')
    const screen = await effectiveScreen(services, caller, known.name)
    const codes = listed(security_role)
    const roles = await db.tenant(caller, (tx) => rolesNamed(tx, caller.organizationId, codes), { readOnly: true })
    if (roles.length < codes.length) throw new AppError('NOT_FOUND', { message: 'There is no such role.' })
    const records = dashboardFields(caller, screen)
      .filter((field) => roles.every((role) => roleReads(role, screen) && roleReadsField(role, screen, field.name)))
      .filter((field) => (use === 'sums' ? isAdded(field) : use === 'groups' ? isCounted(field) : true))
      .map((field) => ({
        value: field.name,
        label: field.label,
        type: field.type,
        groups: isCounted(field),
        sums: isAdded(field),
        time: isTime(field),
      }))
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/dashboard/figures', async ({ caller, query }) => {
    const { dashboard: id, tile: at, operation, from, to, page, limit } = parseInput(figuresQuery, query)
    const screens = await screensOf(services, caller)
    const shown = screenNamed(screens, dashboardName(id))
    if (!shown?.dashboard) throw new AppError('NOT_FOUND')
    demandUse(caller, shown, 'read')
    const dashboards = await db.tenant(caller, (tx) => readDashboards(tx, caller.organizationId), { readOnly: true })
    const dashboard = dashboards.find((one) => one.id === id)
    const tile = dashboard?.tiles[at]
    if (!dashboard || !tile) throw new AppError('NOT_FOUND')
    const screen = await effectiveScreen(services, caller, dashboard.functionality)
    const response = await tileRows(
      { ...services, screens, hooks },
      {
        caller,
        screen,
        tile,
        at,
        path: shown.dashboard.path,
        query: { operation: operation ?? null, from: from ?? null, to: to ?? null, page, limit },
      },
    )
    return { response }
  })
}
