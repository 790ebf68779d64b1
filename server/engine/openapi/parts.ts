import type { Screen } from '#src/definition'

/** A piece of an OpenAPI document, as plain data. */
export type Part = Readonly<Record<string, unknown>>

export const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` })

export const jsonContent = (schema: Part): Part => ({ content: { 'application/json': { schema } } })

/** What every answer is wrapped in. */
export const envelope = (response: Part): Part => ({
  type: 'object',
  required: ['response'],
  properties: { response, message: { type: 'string' } },
})

export const page = (records: Part, more: Part = {}): Part => ({
  type: 'object',
  properties: { records: { type: 'array', items: records }, total_record: { type: ['integer', 'null'] }, ...more },
})

const failures: Readonly<Record<number, string>> = {
  400: 'The request or one of its filters could not be understood',
  401: 'Nobody is signed in, or the session has ended',
  403: 'The caller may not do this',
  404: 'There is no such record',
  409: 'Another change, another record or another state stands against it',
  422: 'Values cannot be saved as they are; every issue has its path',
}

/** A good answer and the failures that may come instead. */
export const answers = (status: number, description: string, schema: Part, ...codes: readonly number[]): Part => ({
  [status]: { description, ...jsonContent(envelope(schema)) },
  ...Object.fromEntries(
    [401, 403, ...codes]
      .sort((a, b) => a - b)
      .map((code) => [code, { description: failures[code], ...jsonContent(ref('Error')) }]),
  ),
})

export const fileAnswer: Part = {
  200: {
    description: 'The file',
    content: {
      'text/csv': { schema: { type: 'string' } },
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
        schema: { type: 'string', format: 'binary' },
      },
    },
  },
}

export const parameter = (
  name: string,
  description: string,
  schema: Part,
  place: 'query' | 'path' = 'query',
): Part => ({
  name,
  in: place,
  description,
  schema,
  ...(place === 'path' ? { required: true } : {}),
})

export const idParameter = parameter('id', 'The record', { type: 'integer', minimum: 1 }, 'path')

export const formatParameter = parameter('format', 'Kind of file', { enum: ['csv', 'xlsx'], default: 'xlsx' })

/** Paging, order and count of a list. */
export const pagingParameters: readonly Part[] = [
  parameter('page', 'Page, from 1', { type: 'integer', minimum: 1, default: 1 }),
  parameter('limit', 'Records a page; 0 answers all of them', { type: 'integer', minimum: 0 }),
  parameter('sort', 'Fields separated by commas, with - in front for descending', { type: 'string' }),
  parameter('search', 'Words that the searched fields contain', { type: 'string' }),
  parameter('columns', 'Fields to answer, separated by commas', { type: 'string' }),
  parameter('count', 'How the records are counted', { enum: ['exact', 'estimate', 'none'], default: 'exact' }),
  parameter('after', 'The cursor `next` of the page before', { type: 'string' }),
  parameter('totals', 'Whether the totals of the list are answered', { type: 'boolean' }),
  parameter('group', 'Counts the records by one to three fields instead of listing them: country,-billing_date:month', {
    type: 'string',
  }),
]

/** What does not come from a definition. */
export const sharedSchemas: Readonly<Record<string, Part>> = {
  Error: {
    type: 'object',
    required: ['error', 'message'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          issues: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                path: { type: 'array', items: { type: ['string', 'integer'] } },
                code: { type: 'string' },
                message: { type: 'string' },
              },
            },
          },
          details: {},
        },
      },
      message: { type: 'string' },
    },
  },
  Labels: {
    type: 'object',
    description: 'Titles of the records that reference fields name, by field and key',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
  },
  Change: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      user: { type: ['string', 'null'] },
      operation: { enum: ['insert', 'update', 'delete'] },
      changes: { type: 'object', additionalProperties: { type: 'array', description: 'Old and new value' } },
    },
  },
}

/** The name of an operation of a screen; that of a further address carries the address. */
export const operationId = ({ name, endpoint, endpointAliases }: Screen, id: string): string =>
  endpoint !== null && endpointAliases.includes(endpoint) ? `${name}.${endpoint}.${id}` : `${name}.${id}`
