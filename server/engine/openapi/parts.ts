import { fieldTypes, filterOperators, type Field, type Screen } from '#src/definition'

/** A piece of an OpenAPI document, as plain data. */
export type Part = Readonly<Record<string, unknown>>

export const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` })

const parameterRef = (name: string): Part => ({ $ref: `#/components/parameters/${name}` })

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

const failures: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request or one of its filters could not be understood'],
  401: ['Unauthenticated', 'Nobody is signed in, or the session has ended'],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'There is no such record'],
  409: ['Conflict', 'Another change, another record or another state stands against it'],
  413: ['TooLarge', 'More was sent or asked for than is answered at once'],
  422: ['Refused', 'Values cannot be saved as they are; every issue has its path'],
  429: ['TooManyRequests', 'Asked too often; `details.retryAfter` tells the seconds to wait'],
  501: ['NotOffered', 'This installation does not offer it'],
  503: ['Unavailable', 'Something this needs cannot be reached at the moment'],
}

/** What calls answer that fail, by name: each stands once and is referred to. */
export const sharedResponses: Readonly<Record<string, Part>> = Object.fromEntries(
  Object.values(failures).map(([name, description]) => [name, { description, ...jsonContent(ref('Error')) }]),
)

function failure(code: number): Part {
  const known = failures[code]
  if (!known) throw new Error(`Nothing says what a failure of ${code} means`)
  return { $ref: `#/components/responses/${known[0]}` }
}

/** A good answer and the failures that may come instead. */
export const answers = (status: number, description: string, schema: Part, ...codes: readonly number[]): Part => ({
  [status]: { description, ...jsonContent(envelope(schema)) },
  ...Object.fromEntries([401, 403, ...codes].sort((a, b) => a - b).map((code) => [code, failure(code)])),
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

const paging: Readonly<Record<string, Part>> = {
  Page: parameter('page', 'Page, from 1', { type: 'integer', minimum: 1, default: 1 }),
  Limit: parameter('limit', 'Records a page; 0 answers all of them', { type: 'integer', minimum: 0 }),
  Sort: parameter('sort', 'Fields separated by commas, with - in front for descending', { type: 'string' }),
  Search: parameter('search', 'Words that the searched fields contain', { type: 'string' }),
  Columns: parameter('columns', 'Fields to answer, separated by commas', { type: 'string' }),
  Count: parameter('count', 'How the records are counted', { enum: ['exact', 'estimate', 'none'], default: 'exact' }),
  After: parameter('after', 'The cursor `next` of the page before', { type: 'string' }),
  Totals: parameter('totals', 'Whether the totals of the list are answered', { type: 'boolean' }),
  Group: parameter(
    'group',
    'Counts the records by one to three fields instead of listing them: country,-billing_date:month',
    { type: 'string' },
  ),
}

/** The parameters that many calls take, by name. */
export const sharedParameters: Readonly<Record<string, Part>> = {
  ...paging,
  Id: parameter('id', 'The record', { type: 'integer', minimum: 1 }, 'path'),
  Format: parameter('format', 'Kind of file', { enum: ['csv', 'xlsx'], default: 'xlsx' }),
  Decimal: parameter('decimal', 'The decimal mark of a CSV file; with a comma, semicolons part its cells', {
    enum: ['.', ','],
    default: '.',
  }),
}

export const idParameter = parameterRef('Id')

/** What a file is written as. */
export const fileParameters: readonly Part[] = [parameterRef('Format'), parameterRef('Decimal')]

/** Paging, order and count of a list. */
export const pagingParameters: readonly Part[] = Object.keys(paging).map(parameterRef)

const filterName = (schema: string, field: Field): string => `${schema}.${field.name}`

const filtered = (fields: readonly Field[]): Field[] =>
  fields.filter((field) => fieldTypes[field.type].operators.length > 0)

/** What a list is filtered by: each field once, by the name it is referred to with. */
export const filterParameters = (schema: string, { fields }: Screen): Record<string, Part> =>
  Object.fromEntries(
    filtered(fields).map((field) => {
      const choices = field.choices?.map(({ value }) => value)
      const description = `${field.label}; ${field.name}.<operator> compares otherwise: ${filterOperators(field).join(', ')}`
      return [
        filterName(schema, field),
        parameter(field.name, description, { type: 'string', ...(choices ? { examples: choices } : {}) }),
      ]
    }),
  )

export const filterReferences = (schema: string, { fields }: Screen): Part[] =>
  filtered(fields).map((field) => parameterRef(filterName(schema, field)))

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
  Mixed: {
    type: 'array',
    items: { type: 'string' },
    description: 'The columns that have no total because their amounts are of several currencies',
  },
  ListSearch: {
    type: 'object',
    properties: {
      filters: { type: 'object' },
      page: { type: 'integer' },
      limit: { type: 'integer' },
      sort: { type: 'string' },
    },
  },
  Change: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      user: { type: ['string', 'null'] },
      user_id: { type: ['integer', 'null'] },
      operation: { enum: ['insert', 'update', 'delete'] },
      changes: { type: 'object', additionalProperties: { type: 'array', description: 'Old and new value' } },
    },
  },
}

/** The name of an operation of a screen; that of a further address carries the address. */
export const operationId = ({ name, endpoint, endpointAliases }: Screen, id: string): string =>
  endpoint !== null && endpointAliases.includes(endpoint) ? `${name}.${endpoint}.${id}` : `${name}.${id}`
