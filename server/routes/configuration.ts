import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { demand } from '../authorize.ts'
import { configured } from '../engine/configuration-keys.ts'
import { assignmentFor, assignmentsOf } from '../engine/document-assignment.ts'
import { effectiveScreen, screenNamed } from '../engine/effective-screens.ts'
import { messageWithId, productMessages } from '../engine/messages/catalogue.ts'
import { messagesOf } from '../engine/messages/maintained.ts'
import { screensOf } from '../engine/own-screens.ts'
import { mayUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'

const name = z.string().min(1).max(80)
const messageQuery = z.object({
  message_id: z.string().max(160).optional(),
  functionality: z.string().max(80).optional(),
  search: z.string().max(200).default(''),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(0).max(1_000).default(100),
})
const assignmentQuery = z.object({ document_type: name, application_type: name.optional() })
const configuredQuery = z.object({ key_name: name, field: name.default('*') })
const functionalityQuery = z.object({ application_type: name.optional() })
const offeredQuery = z.object({ functionality: name })

/** What configuration answers beside the records of its screens: what is in force for the caller. */
export function configurationRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  if (!screenNamed(services.screens, 'message')) return

  app.get('/api/message-id', async ({ caller, query }) => {
    const { message_id: id, functionality, search, page, limit } = parseInput(messageQuery, query)
    const screens = await screensOf(services, caller)
    const known = id === undefined ? productMessages(screens) : [messageWithId(screens, id)]
    const text = search.toLowerCase()
    const found = known.flatMap((one) =>
      one &&
      (functionality === undefined || one.functionality === functionality) &&
      `${one.message_id} ${one.standard_text}`.toLowerCase().includes(text)
        ? [one]
        : [],
    )
    if (id !== undefined && found.length === 0) throw new AppError('NOT_FOUND')
    const own = await messagesOf(db).own(caller)
    const records = found.map((one) => ({ ...one, text: own(one.message_id) ?? one.standard_text }))
    return {
      response: {
        records: limit === 0 ? records : records.slice((page - 1) * limit, page * limit),
        total_record: records.length,
      },
    }
  })

  app.get('/api/config-application-functionality', async ({ caller, query }) => {
    const { application_type: only } = parseInput(functionalityQuery, query)
    const screens = (await screensOf(services, caller)).filter((screen) => mayUse(caller, screen, 'read'))
    const records = caller.apps
      .filter((application) => only === undefined || application === only)
      .flatMap((application) =>
        screens
          .filter(({ apps }) => apps === null || apps.some((app) => app === application))
          .map(({ name: functionality, plural, area, list, result, dashboard }) => ({
            application_type: application,
            functionality,
            label: plural,
            area,
            path: list?.path ?? result?.criteria ?? dashboard?.path ?? null,
          })),
      )
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/valid-configuration', async ({ caller, query }) => {
    const { key_name: key, field } = parseInput(configuredQuery, query)
    const value = await db.tenant(caller, (tx) => configured(tx, caller, key, field), { readOnly: true })
    return { response: { key_name: key, field, valid: value !== null, value } }
  })

  app.get('/api/document-assignment-config/in-force', async ({ caller, query }) => {
    const { document_type: document, application_type: application } = parseInput(assignmentQuery, query)
    const line = assignmentFor(await assignmentsOf(db, caller), document, application ?? caller.application ?? null)
    return { response: line ?? { document_type: document, application_type: application ?? null } }
  })

  app.get('/api/reports-by-functionality/offered', async ({ caller, query }) => {
    const { functionality } = parseInput(offeredQuery, query)
    const screens = await screensOf(services, caller)
    demand(caller, screenNamed(screens, functionality)?.access.read ?? 'any')
    const rows = await db.tenant(
      caller,
      (tx) =>
        tx.query<{ report: string; label: string | null; description: string | null; parameter: string | null }>(sql`
          select report, label, description, parameter from report_by_functionality
           where organization_id = ${caller.organizationId} and functionality = ${functionality} and enabled
             and (coalesce(cardinality(application_types), 0) = 0 or ${caller.application ?? null}::text is null
                  or ${caller.application ?? null} = any(application_types))
             and (coalesce(cardinality(roles), 0) = 0 or exists (
                   select from role r where r.organization_id = ${caller.organizationId}
                      and r.id = any(${[...caller.roleIds]}::bigint[]) and r.code = any(roles)))
           order by position, report`),
      { readOnly: true },
    )
    const lines = await assignmentsOf(db, caller)
    const records = []
    for (const row of rows) {
      const found = screenNamed(screens, row.report)
      // A report that went with its definition, or that the caller may not run, is not offered.
      if (!found?.result || !mayUse(caller, found, 'read')) continue
      const { plural, result } = await effectiveScreen(services, caller, row.report)
      const category = assignmentFor(lines, row.report, caller.application ?? null)?.reporting_category ?? null
      records.push({ ...row, category, label: row.label ?? plural, path: result!.criteria, results: result!.path })
    }
    // Reports of one category stand together, in the place of the first of them; those without one come first.
    const places = ['', ...new Set(records.flatMap(({ category }) => category ?? []))]
    const sorted = records.toSorted((a, b) => places.indexOf(a.category ?? '') - places.indexOf(b.category ?? ''))
    return { response: { records: sorted, total_record: sorted.length } }
  })
}
