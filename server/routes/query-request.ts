import { z } from 'zod'
import { applications } from '#src/definition/applications.ts'
import type { Query } from '#src/definition/query/query.ts'
import { querySchema } from '../engine/queries/query-schema.ts'
import { AppError } from '../errors.ts'
import { recordNumber } from '../parse-input.ts'

const queryType = z.enum(['dynamic_query', 'on_demand_analytics', 'collaboration_portal', 'predefined_query'])

const app = z.enum(applications as unknown as [string, ...string[]])

/** An answer that is empty in an address is none. */
const given = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

export const formatsQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(0).max(1_000).default(50),
  query_type: given(queryType),
  app_type: given(app),
  search: given(z.string().max(200)),
  whose: given(z.enum(['mine', 'shared'])),
})

const common = {
  name: z.string().trim().min(1, 'Give the query a name.').max(80, 'A name has at most 80 characters.'),
  description: z.string().trim().max(400).nullish(),
  app_type: app.nullish(),
  audience: z.enum(['own', 'role', 'everyone']),
  role_id: z.number().int().nullish(),
  opens_in_grid: z.boolean(),
  query_type: queryType,
}

export const newFormat = z
  .object({
    ...common,
    query_type: queryType.default('dynamic_query'),
    audience: common.audience.default('own'),
    opens_in_grid: z.boolean().default(false),
    query: querySchema,
  })
  .transform((format) => ({
    ...format,
    description: format.description || null,
    app_type: format.app_type ?? null,
    role_id: format.role_id ?? null,
  }))

export const changedFormat = z
  .object({ ...common, query: querySchema })
  .partial()
  .extend({ row_version: z.number().int().optional() })
  .transform((format) => Object.fromEntries(Object.entries(format).filter(([, value]) => value !== undefined)))

export const idQuery = z.object({ id: recordNumber })
export const formatIdQuery = z.object({ format_id: recordNumber })
export const cloneBody = z.object({ name: common.name.optional() })

const asked = z.object({
  format_id: recordNumber.optional(),
  id: recordNumber.optional(),
  query_id: recordNumber.optional(),
  query: querySchema.optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
})

/** What is run: a saved query by its number, or one that is not saved; with the answers to its questions. */
export interface AskedQuery {
  readonly formatId: number | null
  readonly query: Query | null
  readonly parameters: Readonly<Record<string, unknown>>
}

export function askedQuery(body: unknown): AskedQuery {
  const parsed = asked.safeParse(body ?? {})
  if (!parsed.success)
    throw new AppError('VALIDATION', {
      issues: parsed.error.issues.map(({ path, code, message }) => ({
        path: path.filter((part) => typeof part !== 'symbol'),
        code,
        message,
      })),
    })
  const { format_id: format, id, query_id: named, query = null, parameters } = parsed.data
  const formatId = format ?? id ?? named ?? null
  if (formatId === null && query === null)
    throw new AppError('BAD_REQUEST', { message: 'Name a saved query by format_id, or give a query.' })
  return { formatId: query ? null : formatId, query, parameters }
}
