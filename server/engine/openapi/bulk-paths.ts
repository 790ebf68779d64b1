import type { Screen } from '#src/definition'
import { bulkOperationNames } from '#src/definition/bulk-operations.ts'
import { answers, jsonContent, operationId, ref, type Part } from './parts.ts'

const flag = (description: string): Part => ({ type: 'boolean', default: false, description })
const integer: Part = { type: 'integer' }

const target: Part = {
  ids: { type: 'array', items: integer, description: 'The records of a selection' },
  filters: { type: 'object', description: 'As in a search; with ids, the records of both' },
  search: { type: 'string' },
  all: flag('Every record, where there are neither ids nor filters'),
  row_versions: {
    type: 'object',
    additionalProperties: integer,
    description: 'The versions that were read, by id: a record that has changed meanwhile is refused',
  },
  dry_run: flag('Tells exactly what would happen, and does nothing'),
  with_undo: flag('Answers with what a batch takes to bring it back'),
}

const piece: Part = {
  limit: { ...integer, description: 'Only so many records, so that a long change goes piece by piece' },
  after: { ...integer, description: 'With limit: those after this id, the `next` of the piece before' },
}
const operations: Part = {
  type: 'array',
  description: 'What is reckoned from the values that stand there; an empty value stays empty',
  items: {
    type: 'object',
    required: ['field', 'operation'],
    properties: {
      field: { type: 'string' },
      operation: { enum: [...bulkOperationNames] },
      value: { description: 'A number, days, per cent, the new text, or a key' },
      find: { type: 'string', description: 'replace: the text that is looked for' },
    },
  },
}
const versions: Part = { type: 'object', additionalProperties: integer }

const counted = (done: string, sample: Part): Part => ({
  type: 'object',
  properties: {
    dry_run: { type: 'boolean' },
    matched: { type: ['integer', 'null'], description: 'null for a later piece' },
    ...(done === 'updated' ? { next: { type: ['integer', 'null'] } } : {}),
    [done]: integer,
    ...(done === 'updated' ? { unchanged: integer } : {}),
    failed_count: integer,
    failed: { type: 'array', items: ref('Refused'), description: 'The first two thousand' },
    samples: { type: 'array', items: sample, description: 'dry_run: the first twenty' },
    ...(done === 'deleted'
      ? {
          losses: {
            type: 'array',
            items: { type: 'string' },
            description:
              'dry_run: what else would be lost with the first twenty, in sentences; absent where nothing is',
          },
        }
      : {}),
    undo: {
      type: 'array',
      items: { type: 'object' },
      description: `with_undo: the ${done === 'updated' ? 'update' : 'create'} entries of a batch`,
    },
    ...(done === 'updated'
      ? { versions: { ...versions, description: 'with_versions: by id, as row_versions of a later call takes them' } }
      : {}),
  },
})

const named: Part = { id: integer, key: { type: 'string' } }

/** The schemas of what groups and bulk calls answer. */
export const bulkSchemas: Readonly<Record<string, Part>> = {
  BulkTarget: { type: 'object', description: 'The records that are meant', properties: target },
  BulkChange: {
    type: 'object',
    properties: {
      ...piece,
      operations,
      with_versions: flag('Answers with the versions of the records that were looked at'),
    },
  },
  Group: {
    type: 'object',
    description: 'What records have in common, when a list is grouped',
    properties: {
      level: integer,
      values: { type: 'object' },
      count: integer,
      totals: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
      mixed: ref('Mixed'),
      filters: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  Refused: {
    type: 'object',
    description: 'A record that stayed as it was, and why',
    properties: {
      ...named,
      code: { type: 'string' },
      message: { type: 'string' },
      issues: { type: 'array', items: { type: 'object' } },
      details: {},
    },
  },
  BulkUpdated: counted('updated', {
    type: 'object',
    properties: { ...named, changes: { type: 'object', description: 'Old and new value by field' } },
  }),
  BulkDeleted: counted('deleted', { type: 'object', properties: named }),
  BatchResult: {
    type: 'object',
    description: 'In the place of its entry: the record as it is now, or why it was refused',
    properties: {
      status: { enum: ['created', 'updated', 'unchanged', 'deleted', 'failed'] },
      record: { type: 'object' },
      id: { type: ['integer', 'null'] },
      key: { type: ['string', 'null'] },
      code: { type: 'string' },
      message: { type: 'string' },
      issues: { type: 'array', items: { type: 'object' } },
      details: {},
    },
  },
  BatchAnswer: {
    type: 'object',
    properties: {
      dry_run: { type: 'boolean' },
      created: integer,
      updated: integer,
      unchanged: integer,
      deleted: integer,
      failed: integer,
      create: { type: 'array', items: ref('BatchResult') },
      update: { type: 'array', items: ref('BatchResult') },
      delete: { type: 'array', items: ref('BatchResult') },
    },
  },
}

/** The calls that write many records of a screen at once. */
export function bulkPaths(screen: Screen, name: string): Record<string, Part> {
  const lower = screen.plural.toLowerCase()
  const call = (id: string, summary: string, body: Part, answer: Part): Part => ({
    post: {
      operationId: operationId(screen, id),
      tags: [screen.plural],
      summary,
      requestBody: { required: true, ...jsonContent(body) },
      responses: answers(200, summary, answer, 400, 422),
    },
  })
  const entry = { id: integer, row_version: integer }
  const entries = (items: Part): Part => ({ type: 'array', items })
  const base = `/${screen.endpoint}`
  return {
    [`${base}/bulk-update`]: call(
      'bulk-update',
      `Change many ${lower} alike`,
      {
        allOf: [
          ref('BulkTarget'),
          ref('BulkChange'),
          { type: 'object', properties: { changes: ref(`${name}Change`) } },
        ],
      },
      ref('BulkUpdated'),
    ),
    [`${base}/bulk-delete`]: call('bulk-delete', `Delete many ${lower}`, ref('BulkTarget'), ref('BulkDeleted')),
    [`${base}/batch`]: call(
      'batch',
      `Create, change and delete single ${lower} together`,
      {
        type: 'object',
        properties: {
          create: entries(ref(`${name}Create`)),
          create_keys: {
            type: 'array',
            items: { type: 'string', minLength: 8, maxLength: 80 },
            description:
              'One for each of create, made up by the caller: sent again under the same keys, none is made twice',
          },
          update: entries({
            type: 'object',
            required: ['id', 'changes'],
            properties: { ...entry, changes: ref(`${name}Change`) },
          }),
          delete: entries({ type: 'object', required: ['id'], properties: entry }),
          dry_run: flag('Tells exactly what would happen, and does nothing'),
          all_or_nothing: flag('Nothing is written unless everything can be'),
        },
      },
      ref('BatchAnswer'),
    ),
  }
}
