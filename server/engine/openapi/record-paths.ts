import type { Field, Screen } from '#src/definition'
import { recordJsonSchema } from '#src/definition/json-schema.ts'
import { bulkPaths } from './bulk-paths.ts'
import {
  answers,
  fileAnswer,
  fileParameters,
  filterReferences,
  idParameter,
  jsonContent,
  operationId,
  page,
  pagingParameters,
  parameter,
  ref,
  type Part,
} from './parts.ts'
import { fileBody } from './shell-paths.ts'

/** Names of the schemas of a screen: the stored record, and what creates and changes one. */
export const schemaName = (screen: Screen): string =>
  screen.name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const systemProperties: Part = {
  id: { type: 'integer', readOnly: true },
  row_version: {
    type: 'integer',
    description: 'Sent back with a change, so that nobody overwrites what somebody else wrote meanwhile',
  },
}

/** The schemas of a screen's records, by name. */
export function recordSchemas(screen: Screen): Record<string, Part> {
  const name = schemaName(screen)
  const schema = (mode: 'create' | 'update') => recordJsonSchema(screen.fields, { mode }) as Part & { properties: Part }
  const change = schema('update')
  const shown = { ...(recordJsonSchema(readable(screen.fields), { mode: 'update' })['properties'] as Part) }
  return {
    [name]: {
      type: 'object',
      title: screen.label,
      properties: { ...systemProperties, ...shown, labels: ref('Labels') },
    },
    [`${name}Page`]: page(ref(name), {
      next: { type: 'string' },
      totals: { type: 'object' },
      mixed: ref('Mixed'),
      labels: ref('Labels'),
      groups: { type: 'array', items: ref('Group') },
      total_groups: { type: 'integer' },
    }),
    [`${name}Create`]: schema('create'),
    [`${name}Change`]: { ...change, properties: { ...systemProperties, ...change.properties } },
  }
}

// What users only read has no place in what they send, but in what they get.
export const readable = (fields: readonly Field[]): Field[] => fields.map((field) => ({ ...field, readOnly: false }))

/** The calls of a screen whose records lie below one another. */
function treePaths(
  { endpoint, plural, list }: Screen,
  operation: (id: string, summary: string, more: Part) => Part,
  filters: readonly Part[],
  record: Part,
): Record<string, Part> {
  if (!list?.tree) return {}
  const counted = { allOf: [record, { type: 'object', properties: { children: { type: 'integer' } } }] }
  const nested = (id: string): Part => ({
    get: operation(id, `${plural} nested`, {
      parameters: [
        parameter('root', 'Only this record and what lies below it', { type: 'string' }),
        parameter('depth', 'How many levels; all unless given', { type: 'integer', minimum: 1 }),
        ...filters,
      ],
      responses: answers(200, 'Each with its `children`', page({ type: 'object' }), 400, 413),
    }),
  })
  return {
    [`/${endpoint}/tree`]: {
      get: operation('tree', `A level of the ${plural.toLowerCase()}, or what filters find with what leads there`, {
        parameters: [
          parameter('under', 'The record whose level is read; the top unless given', { type: 'string' }),
          ...pagingParameters.slice(0, 4),
          ...filters,
        ],
        responses: answers(200, 'Each with how many lie below it', page(counted, { labels: ref('Labels') }), 400),
      }),
    },
    [`/${endpoint}/hierarchy`]: nested('hierarchy'),
    ...(list.tree.endpoint ? { [`/${list.tree.endpoint}`]: nested('hierarchy-endpoint') } : {}),
  }
}

/** The calls of a screen with records, by path and method. */
export function recordPaths(screen: Screen): Record<string, Part> {
  const { endpoint, label, plural, upload, messages, callPaths = {} } = screen
  const name = schemaName(screen)
  const tags = [plural]
  const base = `/${endpoint}`
  const operation = (id: string, summary: string, more: Part): Part => ({
    operationId: operationId(screen, id),
    tags,
    summary,
    ...more,
  })
  const filters = filterReferences(name, screen)
  const listing = ref(`${name}Page`)
  const deleted = { type: 'object', properties: { deleted: { type: 'integer' } } }
  const lower = label.toLowerCase()
  const change = {
    requestBody: { required: true, ...jsonContent(ref(`${name}Change`)) },
    responses: answers(200, messages.updated, ref(name), 404, 409, 422),
  }
  const removal = { responses: answers(200, messages.deleted, deleted, 404, 409) }
  return {
    [base]: {
      get: operation('list', `List ${plural.toLowerCase()}`, {
        parameters: [...pagingParameters, ...filters],
        responses: answers(200, 'A page', listing, 400),
      }),
      post: operation('create', `Create a ${lower}`, {
        parameters: [
          parameter('request_key', 'Made up by the caller: sent again under the same key, no second one is made', {
            type: 'string',
            minLength: 8,
            maxLength: 80,
          }),
        ],
        requestBody: { required: true, ...jsonContent(ref(`${name}Create`)) },
        responses: answers(201, messages.created, ref(name), 409, 422),
      }),
      put: operation('update-named', `Change the ${lower} whose id the body has`, {
        requestBody: { required: true, ...jsonContent(ref(`${name}Change`)) },
        responses: answers(200, messages.updated, ref(name), 404, 409, 422),
      }),
      delete: operation('delete-filtered', `Delete the ${plural.toLowerCase()} of a filter`, {
        parameters: [
          parameter('all', 'true deletes all of them when there is no filter', { type: 'boolean' }),
          ...filters,
        ],
        responses: answers(200, messages.deleted, deleted, 400, 409),
      }),
    },
    [`${base}/{id}`]: {
      parameters: [idParameter],
      get: operation('one', `Read a ${lower}`, { responses: answers(200, label, ref(name), 404) }),
      put: operation('update', `Change a ${lower}`, change),
      ...(screen.savesByPost ? { post: operation('save', `Change a ${lower}`, change) } : {}),
      delete: operation('delete', `Delete a ${lower}`, removal),
    },
    ...(callPaths.update
      ? {
          [`/${callPaths.update}/{id}`]: {
            parameters: [idParameter],
            put: operation('update-call', `Change a ${lower}`, change),
          },
        }
      : {}),
    ...(callPaths.delete
      ? {
          [`/${callPaths.delete}/{id}`]: {
            parameters: [idParameter],
            delete: operation('delete-call', `Delete a ${lower}`, removal),
          },
        }
      : {}),
    [`${base}/{id}/history`]: {
      parameters: [idParameter],
      get: operation('history', `Changes of a ${lower}`, {
        parameters: pagingParameters.slice(0, 2),
        responses: answers(200, 'Newest first', page(ref('Change')), 404),
      }),
    },
    [`${base}/{id}/history/{entry}`]: {
      parameters: [idParameter, parameter('entry', 'The change', { type: 'integer' }, 'path')],
      get: operation('history-entry', `A ${lower} as it was after a change`, {
        responses: answers(200, 'What was changed since', { type: 'object' }, 404),
      }),
    },
    [`${base}/search`]: {
      post: operation('search', `Search ${plural.toLowerCase()}`, {
        requestBody: jsonContent(ref('ListSearch')),
        responses: answers(200, 'A page', listing, 400),
      }),
    },
    [`${base}/distinct`]: {
      get: operation('distinct', 'Values of a field that occur', {
        parameters: [
          { ...parameter('field', 'The field', { enum: screen.fields.map((field) => field.name) }), required: true },
          ...filters,
        ],
        responses: answers(
          200,
          'Most frequent first',
          page({ type: 'object', properties: { value: {}, count: { type: 'integer' } } }),
          400,
        ),
      }),
    },
    [`${base}/export`]: {
      get: operation('export', `Export ${plural.toLowerCase()}`, {
        parameters: [...fileParameters, ...pagingParameters.slice(2, 5), ...filters],
        responses: fileAnswer,
      }),
    },
    ...treePaths(screen, operation, filters, ref(name)),
    ...bulkPaths(screen, name),
    ...(upload
      ? {
          [`${base}/template`]: {
            get: operation('template', 'Template for an upload', {
              parameters: fileParameters,
              responses: fileAnswer,
            }),
          },
        }
      : {}),
  }
}

/** The actions of a screen, each by its own name. */
export function actionPaths(screen: Screen): Record<string, Part> {
  const { endpoint, actions, plural, name } = screen
  return Object.fromEntries(
    actions.map((action) => [
      `/${endpoint}/actions/${action.name}`,
      {
        post: {
          operationId: `${name}.action.${action.name}`,
          tags: [plural],
          summary: action.label,
          requestBody: {
            required: true,
            ...jsonContent({
              type: 'object',
              properties: {
                ids: { type: 'array', items: { type: 'integer' } },
                filters: { type: 'object' },
                parameters: recordJsonSchema(action.parameters, { mode: 'create' }),
                dry_run: { type: 'boolean', default: false },
                ...(action.inPieces
                  ? {
                      after: {
                        type: 'integer',
                        description:
                          'A thousand records behind this id; `next` of the answer tells where the next begin, null that none are left',
                      },
                    }
                  : {}),
              },
            }),
          },
          responses: answers(200, 'What became of every record', { type: 'object' }, 400, 404, 409, 422),
        },
      },
    ]),
  )
}

/** The uploads in one call that a screen names. */
export const uploadPaths = ({ name, plural, upload }: Screen): Record<string, Part> =>
  Object.fromEntries(
    (upload?.endpoints ?? []).map((endpoint) => [
      `/${endpoint}`,
      {
        post: {
          operationId: `${name}.upload.${endpoint}`,
          tags: [plural],
          summary: `Upload ${plural.toLowerCase()} in one call`,
          parameters: [
            parameter('format_id', 'The upload format', { type: 'integer' }),
            parameter('decimal', 'The decimal mark of the file, where its numbers could be read in two ways', {
              enum: ['.', ','],
            }),
            parameter('date_order', 'The order of its days, where they could be read in two ways', {
              enum: ['YMD', 'DMY', 'MDY'],
            }),
            parameter('only_valid', 'Whether valid lines are written beside refused ones', { type: 'boolean' }),
          ],
          requestBody: fileBody,
          responses: answers(200, 'What became of the lines', { type: 'object' }, 404, 413, 422),
        },
      },
    ]),
  )
