import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { demandUse, mayReadField } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import { promotionalFinancing, regularByTerm } from '../promotions/financing-sql.ts'
import { stickerCosts, unitCosts } from '../promotions/unit-costs-sql.ts'
import type { Services } from '../services.ts'
import { sql, type Sql } from '../store/sql.ts'
import { screenOpener } from './opened-screen.ts'

const word = z.string().max(60).optional()

const paged = {
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(0).max(5000).default(100),
}

/** `limit=0` asks for all rows; more than these are told to be asked for page by page. */
const mostRows = 20_000

const costs = z.object({
  ...paged,
  sticker_code: word,
  product_line: word,
  country: word,
  sticker_type: word,
  material_number: word,
  on: z.iso.date().optional(),
  archived: z.enum(['true', 'false']).default('false'),
})

const financing = z.object({
  ...paged,
  product_line: word,
  country: word,
  currency: z.string().max(3).optional(),
  term_months: z.coerce.number().int().optional(),
  on: z.iso.date().optional(),
})

/** Stickers on rows `s`; archived ones only where they are asked for. */
const chosen = ({
  sticker_code: code,
  product_line: line,
  country,
  sticker_type: type,
  archived,
  on,
}: z.output<typeof costs>): Sql => sql`
  (${code ?? null}::text is null or s.sticker_code = ${code ?? null}) and (${line ?? null}::text is null or s.product_line = ${line ?? null})
  and (${country ?? null}::text is null or s.country = ${country ?? null}) and (${type ?? null}::text is null or s.sticker_type = ${type ?? null})
  and (${archived === 'true'} or s.archived is not true) and (${on ?? null}::date is null or ${on ?? null}::date between s.valid_from and s.valid_to)`

const costReads = [
  'promotion-sticker',
  'promotion-material-price',
  'promotion-finance-cost',
  'standard-finance-cost',
  'coverage-cost-mapping',
  'promotion-mapping',
  'material',
] as const

/** What offers cost a unit, and the financing that is offered. */
export function promotionCostRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)

  const page = async (
    request: FastifyRequest,
    reads: readonly string[],
    { statement, order, page: at, limit }: { statement: Sql; order: Sql; page: number; limit: number },
  ) => {
    for (const name of reads) demandUse(request.caller, (await open(request, name)).screen, 'read')
    const rows = await services.db.tenant(
      request.caller,
      (tx) =>
        tx.query<Record<string, unknown> & { total: number }>(sql`
          with found as (${statement})
          select count(*) over () as total, f.* from found f order by ${order}
           limit ${limit === 0 ? mostRows + 1 : limit}::bigint offset ${limit === 0 ? 0 : (at - 1) * limit}`),
      { readOnly: true },
    )
    if (limit === 0 && rows.length > mostRows)
      throw new AppError('TOO_LARGE', {
        message: `More than ${mostRows.toLocaleString('en')} rows are asked for page by page.`,
      })
    return {
      response: { records: rows.map(({ total: _total, ...record }) => record), total_record: rows[0]?.total ?? 0 },
    }
  }

  const seesCosts = async (request: FastifyRequest): Promise<boolean> =>
    mayReadField(request.caller, (await open(request, 'promotion-material-price')).screen, 'standard_cost')

  app.get('/api/promotion-cost-material', async (request) => {
    const asked = parseInput(costs, request.query)
    const all = unitCosts(request.caller.organizationId, chosen(asked), asked.on ?? null, await seesCosts(request))
    const { material_number: material = null } = asked
    const statement = sql`select u.* from (${all}) u where ${material}::text is null or u.material_number = ${material}`
    return page(request, costReads, { ...asked, statement, order: sql`f.sticker_code, f.material_number` })
  })

  app.get('/api/promotion-cost-header', async (request) => {
    const asked = parseInput(costs, request.query)
    const statement = stickerCosts(
      request.caller.organizationId,
      chosen(asked),
      asked.on ?? null,
      await seesCosts(request),
    )
    return page(request, costReads, { ...asked, statement, order: sql`f.sticker_code` })
  })

  app.get('/api/promotion/promotional-financing', async (request) => {
    const asked = parseInput(financing, request.query)
    const statement = promotionalFinancing(request.caller.organizationId, asked)
    const order = sql`f.product_line, f.country, f.sticker_code, f.term_months, f.valid_from`
    return page(request, ['promotion-finance-cost', 'promotion-sticker', 'regular-offer'], {
      ...asked,
      statement,
      order,
    })
  })

  app.get('/api/promotion/format-regular-financing', async (request) => {
    const asked = parseInput(financing, request.query)
    const statement = regularByTerm(request.caller.organizationId, asked)
    const order = sql`f.product_line, f.country, f.currency`
    const { response } = await page(request, ['regular-offer'], { ...asked, statement, order })
    const terms = [...new Set(response.records.flatMap((record) => record['terms'] as number[]))].sort((a, b) => a - b)
    return { response: { ...response, terms } }
  })
}
