import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { saveAttribute, saveValues, sentValue, type AttributeWrites } from '../commands/save-attribute.ts'
import {
  attributeNamed,
  attributeNames,
  keptValues,
  readValues,
  type Attribute,
} from '../engine/attributes/attribute.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { demandUse } from '../engine/screen-access.ts'
import { updateRecord } from '../engine/write.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { createHooks, hooksNamed } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { answerRecords } from './record-calls.ts'
import { parametersOf, recordIdOf, recordIn } from './record-request.ts'

const parts = z.object({
  values: z.array(sentValue).max(5000).default([]),
  deleted_ids: z.array(z.coerce.number().int().positive()).max(5000).default([]),
})
const valueList = z.union([z.array(z.unknown()), z.object({ values: z.array(z.unknown()) }).loose()])
const ownedValue = sentValue.extend({ attribute_type_id: z.coerce.number().int().positive().optional() })
const labels = z
  .array(
    z.object({
      attribute_type_id: z.coerce.number().int().positive().optional(),
      attribute: z.string().max(40).optional(),
      attribute_label: z.string().trim().min(1).max(80).optional(),
    }),
  )
  .min(1)
  .max(500)
const changedValue = z.object({
  value: z.string().trim().min(1).max(80).optional(),
  description: z.string().trim().max(200).nullish(),
  row_version: z.number().int().optional(),
})
const paging = z.object({
  attribute_type_id: z.coerce.number().int().positive(),
  search: z.string().max(200).default(''),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(0).max(5000).default(0),
})
const masters = ['customer', 'material', 'supplier', 'employee', 'territory', 'product-group', 'class-of-trade']

/** Puts what went wrong behind the words for it. */
async function worded<T>(words: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'FORBIDDEN') throw error
    const reasons = (error.issues ?? []).map((issue) => issue.message)
    throw new AppError(error.code, {
      message: `${words} ${reasons.length > 0 ? [...new Set(reasons)].join('. ') : error.message}`,
      ...(error.issues ? { issues: error.issues } : {}),
      ...(error.details === undefined ? {} : { details: error.details }),
      cause: error,
    })
  }
}

/** Attributes with their values under the specification's own calls; the records themselves are those of the screens. */
export function attributeRoutes(app: FastifyInstance, services: Services): void {
  const { db, session } = services
  const hooks = createHooks(session)
  const writesIn = async (tx: Tx, request: FastifyRequest): Promise<AttributeWrites> => {
    const { caller } = request
    const screens = await screensOf(services, caller)
    const contextOf = async (name: string): Promise<WriteContext> => {
      const screen = await effectiveScreen(services, caller, name)
      return { tx, screen, caller, screens, hooks: hooksNamed(hooks, screen.hooks) }
    }
    const fields = { tx, caller, screens, db, formFieldHooks: hooksNamed(hooks, 'form-field') }
    return { types: await contextOf('attribute-type'), values: await contextOf('attribute-value'), fields }
  }
  const demand = async (request: FastifyRequest, name: string, operation: Parameters<typeof demandUse>[2]) =>
    demandUse(request.caller, await effectiveScreen(services, request.caller, name), operation)
  const apiOf = async (request: FastifyRequest, name = 'attribute-type'): Promise<RecordApi> => {
    const screens = await screensOf(services, request.caller)
    const screen = await effectiveScreen(services, request.caller, name)
    return new RecordApi({ ...services, screens, hooks }, screen, request.caller)
  }
  const read = async <T>(request: FastifyRequest, work: (writes: AttributeWrites) => Promise<T>): Promise<T> =>
    db.tenant(request.caller, async (tx) => work(await writesIn(tx, request)), { readOnly: true })
  const write = async <T>(request: FastifyRequest, work: (writes: AttributeWrites) => Promise<T>): Promise<T> =>
    db.tenant(request.caller, async (tx) => work(await writesIn(tx, request)))
  const existing = async ({ fields }: AttributeWrites, name: number | string): Promise<Attribute> => {
    const attribute = await attributeNamed(fields, name)
    if (!attribute) throw new AppError('NOT_FOUND', { message: 'There is no such attribute.' })
    return attribute
  }
  const valuesOf = async (request: FastifyRequest, recordId: number, limit = 5000, offset = 0, search = '') =>
    read(request, async (writes) => {
      const { records, total_record } = await readValues(writes.fields, await existing(writes, recordId), {
        limit,
        offset,
        search,
      })
      return { records: records.map((value) => ({ ...value, attribute_type_id: recordId })), total_record }
    })
  const whole = async (request: FastifyRequest, recordId: number) => ({
    ...(await (await apiOf(request)).one(recordId)),
    values: (await valuesOf(request, recordId)).records,
  })

  app.get('/api/mdm/attribute-types', async (request, reply) => {
    const { with_values: withValues, ...parameters } = parametersOf(request)
    const every = /^0+$/.test(parameters['limit'] ?? '')
    const asked = every ? { ...parameters, limit: '10000' } : parameters
    const api = await apiOf(request)
    if (withValues !== 'true') return answerRecords({ api, reply }, asked)
    const listed = await api.list(asked)
    const values = await read(request, ({ fields }) =>
      keptValues(
        fields,
        listed.records.map((record) => String(record['attribute'])),
      ),
    )
    const records = listed.records.map((record) => ({
      ...record,
      values: (values.get(String(record['attribute'])) ?? []).map((value) => ({
        ...value,
        attribute_type_id: record.id,
      })),
    }))
    return { response: { ...listed, records } }
  })
  // Only ids: `export`, `distinct` and the like are calls of the records.
  app.get<{ Params: { id: string } }>('/api/mdm/attribute-type/:id(^\\d+$)', async (request) => ({
    response: await whole(request, recordIdOf(request.params.id)),
  }))
  app.post('/api/mdm/attribute-type', async (request, reply) => {
    await demand(request, 'attribute-type', 'create')
    const { values: _values, deleted_ids: _ids, ...body } = recordIn(request.body)
    const sent = parseInput(parts, { values: _values ?? [], deleted_ids: _ids ?? [] })
    const recordId = await worded('Error creating attribute:', () =>
      write(request, (writes) => saveAttribute(writes, null, body, sent.values, sent.deleted_ids)),
    )
    const response = await whole(request, recordId)
    const message = await said(services, request.caller, 'attribute-type', 'created')
    return reply.code(201).send({ response, message })
  })
  app.put<{ Params: { id: string } }>('/api/mdm/attribute-type/:id', async (request) => {
    await demand(request, 'attribute-type', 'update')
    const recordId = recordIdOf(request.params.id)
    const { values: _values, deleted_ids: _ids, ...body } = recordIn(request.body)
    const sent = parseInput(parts, { values: _values ?? [], deleted_ids: _ids ?? [] })
    await worded('Error updating attribute:', () =>
      write(request, (writes) => saveAttribute(writes, recordId, body, sent.values, sent.deleted_ids)),
    )
    const message = await said(services, request.caller, 'attribute-type', 'updated')
    return { response: await whole(request, recordId), message }
  })
  app.get('/api/mdm/attribute-values', async (request) => {
    await demand(request, 'attribute-type', 'read')
    const { attribute_type_id: recordId, search, page, limit } = parseInput(paging, request.query)
    const most = limit === 0 ? 5000 : limit
    return { response: await valuesOf(request, recordId, most, (page - 1) * most, search.trim()) }
  })
  app.post('/api/mdm/attribute-values', async (request, reply) => {
    await demand(request, 'attribute-value', 'create')
    const body = parseInput(valueList, request.body)
    const [list, shared] = Array.isArray(body)
      ? [body, {}]
      : [body.values, { attribute_type_id: body['attribute_type_id'] }]
    const sent = parseInput(
      z.array(ownedValue).min(1).max(5000),
      list.map((value) => ({ ...shared, ...(value as object) })),
    )
    const records = await write(request, async (writes) => {
      const written = []
      for (const recordId of new Set(sent.map((value) => value.attribute_type_id))) {
        if (recordId === undefined)
          throw new AppError('BAD_REQUEST', { message: 'Say whose values these are: attribute_type_id.' })
        const own = sent.filter((value) => value.attribute_type_id === recordId)
        const saved = await saveValues(writes, await existing(writes, recordId), own)
        written.push(...saved.map((value) => ({ ...value, attribute_type_id: recordId })))
      }
      return written
    })
    const message = await said(services, request.caller, 'attribute-value', 'created')
    return reply.code(201).send({ response: { records, total_record: records.length }, message })
  })
  app.put<{ Params: { id: string } }>('/api/mdm-attribute/value/:id', async (request) => {
    await demand(request, 'attribute-value', 'update')
    const recordId = recordIdOf(request.params.id)
    const { value, description, row_version } = parseInput(changedValue, request.body)
    await write(request, ({ values }) =>
      updateRecord(values, recordId, {
        ...(value === undefined ? {} : { attribute_value: value }),
        ...(description === undefined ? {} : { attribute_desc: description }),
        ...(row_version === undefined ? {} : { row_version }),
      }),
    )
    const saved = await (await apiOf(request, 'attribute-value')).one(recordId)
    return {
      response: {
        id: recordId,
        row_version: saved['row_version'],
        attribute_name: saved['attribute_name'],
        value: saved['attribute_value'],
        description: saved['attribute_desc'],
      },
      message: await said(services, request.caller, 'attribute-value', 'updated'),
    }
  })
  app.post('/api/mdm/attribute-labels', async (request) => {
    const { body } = request
    const sent = parseInput(labels, Array.isArray(body) ? body : (recordIn(body)['labels'] ?? []))
    const changes = sent.some(({ attribute_label: label }) => label !== undefined)
    await demand(request, 'attribute-type', changes ? 'update' : 'read')
    const records = await (changes ? write : read)(request, async (writes) => {
      const told = []
      for (const { attribute_type_id: recordId, attribute, attribute_label: label } of sent) {
        const { id, attribute: name } = await existing(writes, recordId ?? attribute ?? '')
        if (label !== undefined) await updateRecord(writes.types, id, { attribute_label: label })
        const saved = await existing(writes, id)
        told.push({ attribute_type_id: id, attribute: name, attribute_label: saved.attribute_label })
      }
      return told
    })
    return { response: { records, total_record: records.length } }
  })
  app.get('/api/attribute-names', async (request) => {
    await demand(request, 'attribute-type', 'read')
    const screens = await Promise.all(masters.map((name) => effectiveScreen(services, request.caller, name)))
    return { response: await read(request, ({ fields }) => attributeNames(fields, screens)) }
  })
}
