import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldNamed } from '#src/definition'
import { dayIn } from '../caller-day.ts'
import { escapedPattern } from '../engine/search-sql.ts'
import { demandUse } from '../engine/screen-access.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { groupedMaterials } from '../promotions/grouped-materials.ts'
import { stickerTypesOf } from '../promotions/sticker-types.ts'
import { territoriesBy } from '../promotions/territories.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'
import { requestKeyIn } from './bulk-request.ts'
import { demandDone, screenOpener } from './opened-screen.ts'
import { parametersOf, recordIdOf, recordIn } from './record-request.ts'

const word = z.string().max(60).optional()

const territories = z.object({
  by: z.enum(['country', 'region', 'territory']).default('country'),
  country: word,
  region: word,
  territory: word,
  product_line: word,
  search: z.string().max(200).optional(),
  on: z.iso.date().optional(),
})

const stickerChoice = z.object({
  search: z.string().max(200).default(''),
  gives: z.enum(['cash', 'finance', 'coverage']).optional(),
})
const choice = z.object({ search: z.string().max(200).default(''), product_line: word })

const givers = { cash: 'cash_support', finance: 'interest_buydown', coverage: 'extended_coverage' } as const

/** How callers name the tables whose records are archived. */
const archivable: Readonly<Record<string, string>> = {
  promotion_sticker: 'promotion-sticker',
  promotion_stickers: 'promotion-sticker',
  sticker: 'promotion-sticker',
  stickers: 'promotion-sticker',
  custom_group: 'custom-group',
  custom_groups: 'custom-group',
}

/** The action that clones a record of each. */
const clones = { 'promotion-sticker': 'clone-sticker', 'custom-group': 'clone-group' } as const

const archived = z.object({ archived: z.boolean().default(true) })

const cloned = z.looseObject({ id: recordNumber.optional() })

const grouped = z.object({
  product_line: z.string().min(1).max(60),
  country: z.string().max(60).nullish(),
  group_codes: z.array(z.string().max(30)).max(1000).nullish(),
  on: z.iso.date().optional(),
  ungrouped: z.boolean().default(false),
})

const all = (records: readonly unknown[]) => ({ response: { records, total_record: records.length } })

/** What the masters of promotions have beside the calls of their records. */
export function promotionMasterRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)

  const read = async <T>(
    request: FastifyRequest,
    names: readonly string[],
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> => {
    for (const name of names) demandUse(request.caller, (await open(request, name)).screen, 'read')
    return services.db.tenant(request.caller, work, { readOnly: true })
  }

  app.get('/api/promo-territory-by-value', async (request) => {
    const asked = parseInput(territories, request.query)
    const { organizationId } = request.caller
    return all(await read(request, ['promotion-territory'], (tx) => territoriesBy(tx, organizationId, asked)))
  })

  app.get('/api/promotion-sticker-types', async (request) => {
    const { screen } = await open(request, 'promotion-sticker')
    const types = fieldNamed(screen.fields, 'sticker_type').choices ?? []
    const { organizationId } = request.caller
    return all(await read(request, ['promotion-sticker'], (tx) => stickerTypesOf(tx, organizationId, types)))
  })

  app.get('/api/promotion-sticker-choice', async (request) => {
    const { search, gives } = parseInput(stickerChoice, request.query)
    const types = gives ? [givers[gives], 'package'] : null
    return all(
      await read(request, ['promotion-sticker'], (tx) =>
        tx.query(sql`
          select s.sticker_code as value, s.sticker_name as label from promotion_sticker s
           where s.organization_id = ${request.caller.organizationId} and s.archived is not true
             and (${types}::text[] is null or s.sticker_type = any(${types}::text[]))
             and (${search} = '' or s.sticker_code ilike ${`%${escapedPattern(search)}%`} or s.sticker_name ilike ${`%${escapedPattern(search)}%`})
           order by s.sticker_code limit 100`),
      ),
    )
  })

  app.get('/api/custom-group-choice', async (request) => {
    const { search, product_line: line } = parseInput(choice, request.query)
    return all(
      await read(request, ['custom-group'], (tx) =>
        tx.query(sql`
          select g.group_code as value, g.group_name as label from custom_group g
           where g.organization_id = ${request.caller.organizationId} and g.archived is not true
             and (${line ?? ''} = '' or g.product_line = ${line ?? ''})
             and (${search} = '' or g.group_code ilike ${`%${escapedPattern(search)}%`} or g.group_name ilike ${`%${escapedPattern(search)}%`})
           order by g.group_code limit 100`),
      ),
    )
  })

  app.get('/api/promotion-sticker-groups', async (request) => {
    const { search, product_line: line } = parseInput(choice, request.query)
    return all(
      await read(request, ['promotion-mapping'], (tx) =>
        tx.query(sql`
          select p.sticker_group as value, p.sticker_group as label, count(*) as materials from promotion_mapping p
           where p.organization_id = ${request.caller.organizationId} and p.sticker_group is not null
             and (${line ?? ''} = '' or p.product_line = ${line ?? ''}) and (${search} = '' or p.sticker_group ilike ${`%${escapedPattern(search)}%`})
           group by p.sticker_group order by p.sticker_group limit 100`),
      ),
    )
  })

  app.put('/api/promotion/:id/archive', async (request) => {
    const table = parametersOf(request)['table_name'] ?? ''
    const name = archivable[table.replaceAll('-', '_')]
    if (!name)
      throw new AppError('BAD_REQUEST', {
        message: 'Say what is archived: table_name is promotion_sticker or custom_group.',
      })
    const { archived: wanted } = parseInput(archived, request.body ?? {})
    const recordId = recordIdOf((request.params as { id?: string }).id)
    const { api, act, screen } = await open(request, name)
    await api.one(recordId)
    const action = wanted ? 'archive' : 'restore'
    demandDone(await act(action, [recordId]))
    return { response: await api.one(recordId), message: screen.actions.find((one) => one.name === action)?.message }
  })

  /** Clones a record under a key of its own, or under one that is made of its key. */
  const clone = async (
    request: FastifyRequest,
    name: keyof typeof clones,
    recordId: number,
    given: Readonly<Record<string, unknown>>,
  ) => {
    const { api, act, screen } = await open(request, name)
    const [key] = screen.table!.key
    const from = await api.one(recordId)
    const parameters = { ...given, [key!]: given[key!] ?? (await freeKey(request, name, key!, String(from[key!]))) }
    demandDone(await act(clones[name], [recordId], parameters))
    const { records } = await api.list({ [key!]: String(parameters[key!]).toUpperCase(), limit: '1' })
    return { response: await api.one(records[0]!.id), message: 'Successfully cloned' }
  }

  const freeKey = async ({ caller }: FastifyRequest, name: string, key: string, of: string): Promise<string> => {
    const { table, fields } = screenNamed(services.screens, name)!
    const most = Number(fieldNamed(fields, key).max ?? 30)
    const keys = Array.from({ length: 99 }, (_, at) => `${of.slice(0, most - 3)}-${at + 2}`)
    const taken = await services.db.tenant(
      caller,
      (tx) => takenKeys(tx, caller.organizationId, { table: table!.name, key, keys }),
      { readOnly: true },
    )
    const free = keys.find((one) => !taken.has(one))
    if (!free) throw new AppError('VALIDATION', { message: `Name the key of the copy: ${key}` })
    return free
  }

  app.post('/api/promotion-sticker/:id/clone', async (request, reply) => {
    const { id: _id, ...given } = parseInput(cloned, request.body ?? {})
    const recordId = recordIdOf((request.params as { id?: string }).id)
    return reply.code(201).send(await clone(request, 'promotion-sticker', recordId, given))
  })

  app.post('/api/promotion/custom-group/clone', async (request, reply) => {
    const { id: recordId, ...given } = parseInput(cloned, request.body)
    if (recordId === undefined)
      throw new AppError('BAD_REQUEST', { message: 'Name the custom group that is cloned: id.' })
    return reply.code(201).send(await clone(request, 'custom-group', recordId, given))
  })

  app.post('/api/promotion/custom-grouped-data', async (request) => {
    const { country = null, group_codes = null, on, ...asked } = parseInput(grouped, request.body)
    const { organizationId, zone } = request.caller
    const day = on ?? dayIn(zone, Date.now())
    return all(
      await read(request, ['custom-group', 'promotion-material-price', 'material'], (tx) =>
        groupedMaterials(tx, organizationId, { ...asked, country, group_codes, on: day }),
      ),
    )
  })

  // Callers name no id in the address: the record is the one of the id, or else of the key, in the body.
  for (const [path, name] of [
    ['global-promotion', 'global-promotion'],
    ['promotion/custom-group', 'custom-group'],
  ] as const)
    app.put(`/api/${path}`, async (request) => {
      const { api, screen } = await open(request, name)
      const { id: given, ...changes } = recordIn(request.body)
      const [key] = screen.table!.key
      const named = textIn(changes[key!])
      if (given === undefined && named === '')
        throw new AppError('BAD_REQUEST', { message: `Name the ${screen.label.toLowerCase()}: id or ${key}.` })
      const recordId =
        given === undefined ? (await api.list({ [key!]: named, limit: '1' })).records[0]?.id : recordIdOf(String(given))
      if (recordId === undefined)
        throw new AppError('NOT_FOUND', { message: `There is no ${screen.label.toLowerCase()} ${named}.` })
      return { response: await api.update(recordId, changes), message: screen.messages.updated }
    })

  app.get('/api/promotion/default-all', async (request, reply) => {
    const { api } = await open(request, 'promotion-default')
    return reply
      .type('application/json; charset=utf-8')
      .send(await api.listAll({ ...parametersOf(request), limit: '0' }))
  })

  // Saving what is there already changes it: no other call of the specification does.
  app.post('/api/promotion/default', async (request, reply) => {
    const { api, screen } = await open(request, 'promotion-default')
    const body = recordIn(request.body)
    const known = await read(request, ['promotion-default'], (tx) =>
      tx.query<{ id: number }>(sql`
        select d.id from promotion_default d where d.organization_id = ${request.caller.organizationId}
           and coalesce(d.product_line, '') = ${textIn(body['product_line'])} and coalesce(d.country, '') = ${textIn(body['country'])}
           and coalesce(d.sticker_type, '') = ${textIn(body['sticker_type'])}`),
    )
    if (known[0]) return { response: await api.update(known[0].id, body), message: screen.messages.updated }
    const response = await api.create(body, { key: requestKeyIn(parametersOf(request)['request_key']) })
    return reply.code(201).send({ response, message: screen.messages.created })
  })
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

interface KeysAsked {
  readonly table: string
  readonly key: string
  readonly keys: readonly string[]
}

async function takenKeys(
  tx: Tx,
  organizationId: number,
  { table, key, keys }: KeysAsked,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ key: string }>(sql`
    select t.${id(key)} as key from ${id(table)} t where t.organization_id = ${organizationId} and t.${id(key)} = any(${[...keys]}::text[])`)
  return new Set(rows.map((row) => row.key))
}
