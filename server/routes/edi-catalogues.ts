import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { stripEmpty } from '#src/definition'
import { calendarOf } from '../caller-day.ts'
import { catalogueSegments } from '../domain/edi/catalogue-segments.ts'
import { demandUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import { catalogueIn, catalogueOf } from '../pricing/edi-catalogue.ts'
import type { Services } from '../services.ts'
import { screenOpener } from './opened-screen.ts'

const mapping = z.string().min(1).max(30)
const wanted = z.object({ mapping, price_list: z.string().min(1).max(40), on: z.iso.date().optional() })
const given = z.object({ mapping, text: z.string().min(1).max(7_000_000) })
const ofLevel = z.object({ level: z.enum(['header', 'line']).optional() })

/** Price lists as EDI catalogues (X12 832), by the mappings that are kept. */
export function ediCatalogueRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)

  const mappingNamed = async (request: FastifyRequest, name: string) => {
    const { api } = await open(request, 'edi-mapping')
    const [found] = (await api.list({ mapping: name.toUpperCase(), status: 'active', limit: '1' })).records
    if (!found) throw new AppError('NOT_FOUND', { message: `There is no active mapping ${name}.` })
    return api.one(found.id)
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
    const known = await mappingNamed(request, name)
    for (const needed of ['price-list-data', 'price-list-master', 'material'])
      demandUse(caller, (await open(request, needed)).screen, 'read')
    const day = on ?? calendarOf(caller).today
    const response = await services.db.tenant(
      caller,
      (tx) => catalogueOf(tx, caller.organizationId, known, list, day),
      { readOnly: true },
    )
    return { response }
  })

  app.post('/api/edi-mapping-data', async (request) => {
    const { mapping: name, text } = parseInput(given, request.body)
    const { list, prices, unknown } = catalogueIn(await mappingNamed(request, name), text)
    return { response: { list, records: prices, total_record: prices.length, unknown } }
  })
}
