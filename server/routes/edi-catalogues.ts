import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { stripEmpty } from '#src/definition'
import { calendarOf } from '../caller-day.ts'
import { organizationName } from '../claims/organization-name.ts'
import { catalogueSegments } from '../domain/edi/catalogue-segments.ts'
import { readCatalogue, writeCatalogue } from '../domain/edi/price-catalogue.ts'
import { X12Error } from '../domain/edi/x12-error.ts'
import { demandUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import { elementsOf, listForEdi, pricesForEdi } from '../pricing/edi-catalogue.ts'
import type { Services } from '../services.ts'
import { screenOpener } from './opened-screen.ts'

const mapping = z.string().min(1).max(30)
const wanted = z.object({ mapping, price_list: z.string().min(1).max(40), on: z.iso.date().optional() })
const given = z.object({ mapping, text: z.string().min(1).max(7_000_000) })
const ofLevel = z.object({ level: z.enum(['header', 'line']).optional() })

/** More go by file, through an export of the list. */
const mostPrices = 50_000

/** Runs what may find an interchange unreadable; told as a file that cannot be read. */
function readable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof X12Error)) throw error
    throw new AppError('FILE_UNREADABLE', { message: error.message, cause: error })
  }
}

/** Price lists as EDI catalogues (X12 832), by the mappings that are kept. */
export function ediCatalogueRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)

  const mappingNamed = async (request: FastifyRequest, name: string) => {
    const { api } = await open(request, 'edi-mapping')
    const [found] = (await api.list({ mapping: name.toUpperCase(), status: 'active', limit: '1' })).records
    if (!found) throw new AppError('NOT_FOUND', { message: `There is no active mapping ${name}.` })
    const known = await api.one(found.id)
    const elements = elementsOf(known['elements'] ?? [])
    if (elements.length === 0)
      throw new AppError('WRONG_STATE', { message: `The mapping ${name} has no elements yet.` })
    return { known, elements }
  }

  app.get('/api/edi-segments', async (request) => {
    const { level } = parseInput(ofLevel, stripEmpty(request.query as Record<string, unknown>))
    const { screen } = await open(request, 'edi-mapping')
    demandUse(request.caller, screen, 'read')
    const records = catalogueSegments.filter((one) => level === undefined || one.level === level)
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/edi-mapping-data', async (request) => {
    const { caller } = request
    const {
      mapping: name,
      price_list: list,
      on,
    } = parseInput(wanted, stripEmpty(request.query as Record<string, unknown>))
    const { known, elements } = await mappingNamed(request, name)
    for (const needed of ['price-list-data', 'price-list-master', 'material'])
      demandUse(caller, (await open(request, needed)).screen, 'read')
    const day = on ?? calendarOf(caller).today
    const { header, prices, sender } = await services.db.tenant(
      caller,
      async (tx) => ({
        header: await listForEdi(tx, caller.organizationId, list),
        prices: await pricesForEdi(tx, caller.organizationId, list, day, mostPrices + 1),
        sender: await organizationName(tx, caller.organizationId),
      }),
      { readOnly: true },
    )
    if (!header) throw new AppError('NOT_FOUND', { message: `There is no price list ${list}.` })
    if (prices.length > mostPrices)
      throw new AppError('TOO_LARGE', { message: `A catalogue has at most ${mostPrices} prices; ${list} has more.` })
    const written = readable(() =>
      writeCatalogue(elements, header, prices, {
        sender: String(known['sender'] ?? '') || sender,
        receiver: String(known['receiver'] ?? known['customer_number'] ?? 'PARTNER'),
        // Of the second, in nine digits: two catalogues of one list have numbers of their own.
        control: Math.floor(Date.now() / 1000) % 1_000_000_000,
        date: day,
        time: new Date().toISOString().slice(11, 16),
      }),
    )
    return { response: { ...written, prices: prices.length - written.leftOut.length } }
  })

  app.post('/api/edi-mapping-data', async (request) => {
    const { mapping: name, text } = parseInput(given, request.body)
    const { elements } = await mappingNamed(request, name)
    const { list, prices, unknown } = readable(() => readCatalogue(elements, text))
    return { response: { list, records: prices, total_record: prices.length, unknown } }
  })
}
