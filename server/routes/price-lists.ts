import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldDisplays, stripEmpty } from '#src/definition'
import { demandUse, mayReadField, mayUse, readableFields } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { detailSteps, detailValues } from '../pricing/list-detail.ts'
import { summaryOfLists } from '../pricing/list-summary.ts'
import type { Services } from '../services.ts'
import { approvalActions, approvalStatus } from './approvals.ts'
import { demandDone, screenOpener } from './opened-screen.ts'

const listName = z.string().min(1).max(40)
const named = z.object({ name: z.string().min(1).max(60), price_list: listName.optional() })
const ofList = z.object({ price_list: listName.optional() })
const detail = z
  .object({
    id: recordNumber.optional(),
    priceName: listName.optional(),
    calcType: z.enum(['percent', 'amount', 'lookup', 'formula']).optional(),
  })
  .refine(({ id, priceName }) => id !== undefined || priceName !== undefined, {
    path: ['priceName'],
    message: 'Name a price list, or give its id.',
  })
const waiting = z.looseObject({ approval_status: approvalStatus.or(z.literal('new')).default('new') })
const notes = z.string().max(2000).optional()
const one = z.object({ id: recordNumber, approval_status: approvalStatus, notes })
const many = z.object({
  price_list_data_ids: z.array(recordNumber).min(1).max(10_000),
  approval_status: approvalStatus,
  notes,
})

/** Of how many values a filter of few is offered as a list of them. */
const fewValues = 50

/** What is asked of price lists and their prices beside the calls every screen has. */
export function priceListRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)
  const asked = (request: FastifyRequest): Record<string, unknown> =>
    stripEmpty(request.query as Record<string, unknown>)

  app.get('/api/pricing/price-field-values', async (request) => {
    const { name, price_list } = parseInput(named, asked(request))
    const { api } = await open(request, 'price-list-data')
    const { records } = await api.distinct({ field: name, ...(price_list ? { price_list } : {}), limit: '1000' })
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/distinct-price-list-names', async (request) => {
    const { api } = await open(request, 'price-list-master')
    const { records } = await api.list({ page: '1', limit: '1000', sort: 'price_list' })
    const names = records.map(({ id, price_list, description }) => ({ id, price_list, description }))
    return { response: { records: names, total_record: names.length } }
  })

  app.get('/api/pricing/price-list/summary', async (request) => {
    const { price_list } = parseInput(ofList, asked(request))
    const { screen } = await open(request, 'price-list-data')
    demandUse(request.caller, screen, 'read')
    const records = await services.db.tenant(
      request.caller,
      (tx) => summaryOfLists(tx, request.caller.organizationId, price_list ?? null),
      { readOnly: true },
    )
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/pricing/price-list/filters', async (request) => {
    const { price_list } = parseInput(ofList, asked(request))
    const { api, screen } = await open(request, 'price-list-data')
    demandUse(request.caller, screen, 'read')
    const filtered = readableFields(request.caller, screen).filter(({ name }) => screen.list?.filters.includes(name))
    const records = await Promise.all(
      filtered.map(async ({ name, label, type, choices }) => {
        const found = await api.distinct({
          field: name,
          ...(price_list ? { price_list } : {}),
          limit: String(fewValues + 1),
        })
        const values = found.records.length > fewValues ? null : found.records
        return { name, label, type, operators: fieldDisplays[type].operators, choices: choices ?? null, values }
      }),
    )
    return { response: { records, total_record: records.length } }
  })

  // A list in detail: its prices, and how they lie as a step of that kind has them.
  app.get('/api/pricing/price-list/detail', async (request) => {
    const { id, priceName, calcType = 'lookup' } = parseInput(detail, asked(request))
    const lists = await open(request, 'price-list-master')
    const list =
      id === undefined
        ? (await lists.api.list({ price_list: priceName ?? '', limit: '1' })).records[0]
        : await lists.api.one(id)
    if (!list) throw new AppError('NOT_FOUND', { message: 'There is no such price list.' })
    const priceList = String(list['price_list'])
    const data = await open(request, 'price-list-data')
    const prices = await data.api.list({ price_list: priceList, limit: '100' })
    const { caller } = request
    const wanted = {
      priceList,
      priceIds: prices.records.map((price) => price.id),
      kind: calcType,
      withListPrice: mayReadField(caller, (await open(request, 'material')).screen, 'list_price'),
    }
    const { values, steps } = await services.db.tenant(
      caller,
      async (tx) => ({
        values: new Map((await detailValues(tx, caller.organizationId, wanted)).map((one) => [one.id, one])),
        steps: mayUse(caller, (await open(request, 'formula-procedure')).screen, 'read')
          ? await detailSteps(tx, caller.organizationId, wanted)
          : [],
      }),
      { readOnly: true },
    )
    const records = prices.records.map((price) => ({ ...price, ...values.get(price.id) }))
    return { response: { ...list, calcType, steps, prices: records, total_record: prices.total_record } }
  })

  for (const url of ['/api/price-list-data/approval', '/api/price-list-approval'])
    app.get(url, async (request) => {
      const { approval_status, ...rest } = parseInput(waiting, asked(request))
      const { api } = await open(request, 'price-list-data')
      return { response: await api.list({ ...(rest as Record<string, string>), approval_status }) }
    })

  const decide = async (
    request: FastifyRequest,
    ids: number[],
    wanted: z.output<typeof approvalStatus>,
    note?: string,
  ) => {
    const { act, screen } = await open(request, 'price-list-data')
    const response = await act(approvalActions[wanted], ids, note === undefined ? {} : { note })
    demandDone(response)
    return { response, message: screen.messages.updated }
  }
  app.post('/api/price-list-approval', (request) => {
    const { id, approval_status, notes: note } = parseInput(one, request.body)
    return decide(request, [id], approval_status, note)
  })
  app.post('/api/price-list-bulk-approval', (request) => {
    const { price_list_data_ids: ids, approval_status, notes: note } = parseInput(many, request.body)
    return decide(request, ids, approval_status, note)
  })
}
