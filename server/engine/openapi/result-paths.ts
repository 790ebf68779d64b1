import type { Screen } from '#src/definition'
import { recordJsonSchema } from '#src/definition/json-schema.ts'
import { answers, fileAnswer, fileParameters, jsonContent, page, parameter, ref, type Part } from './parts.ts'
import { readable, schemaName } from './record-paths.ts'

const paging: Part = {
  page: { type: 'integer', default: 1 },
  limit: { type: 'integer', description: '0 answers all rows' },
  sort: { type: 'string' },
  within: { type: 'object', description: 'Only the rows that have these values' },
  request_id: {
    type: 'string',
    description: 'Keeps the run under this id: asking again joins it, POST cancel-activity cancels it',
  },
  wait: { type: 'number', maximum: 20, description: 'Seconds until 202 tells how far a kept run is' },
}

const criteriaOf = (screen: Screen) =>
  recordJsonSchema(screen.result!.parameters, { mode: 'create' }) as Part & { properties: Part }

/** The schemas of a result screen: what it is asked with, a row, and a page of them. */
export function resultSchemas(screen: Screen): Record<string, Part> {
  const name = schemaName(screen)
  const criteria = criteriaOf(screen)
  return {
    [`${name}Criteria`]: { ...criteria, properties: { ...criteria.properties, ...paging } },
    [`${name}Row`]: {
      type: 'object',
      title: screen.label,
      properties: recordJsonSchema(readable(screen.fields), { mode: 'update' })['properties'],
    },
    [`${name}Rows`]: page(ref(`${name}Row`), { totals: { type: 'object' }, mixed: ref('Mixed') }),
  }
}

/** The calls of a result screen. */
export function resultPaths(screen: Screen): Record<string, Part> {
  const { endpoint, plural } = screen
  const name = schemaName(screen)
  const criteria = ref(`${name}Criteria`)
  const rows = answers(200, 'A page with the totals of the whole', ref(`${name}Rows`), 400, 422)
  const operation = (id: string, summary: string, more: Part): Part => ({
    operationId: `${screen.name}.${id}`,
    tags: [plural],
    summary,
    requestBody: { required: true, ...jsonContent(criteria) },
    ...more,
  })
  return {
    [`/${endpoint}`]: {
      get: {
        operationId: `${screen.name}.read`,
        tags: [plural],
        summary: `${plural}, by parameters in the address`,
        parameters: Object.entries({
          ...criteriaOf(screen).properties,
          page: paging['page'],
          limit: paging['limit'],
        }).map(([parameterName, property]) => parameter(parameterName, '', property as Part)),
        responses: rows,
      },
      post: operation('run', plural, { responses: rows }),
    },
    [`/${endpoint}/groups`]: {
      post: operation('groups', `Subtotals of ${plural.toLowerCase()}`, {
        requestBody: {
          required: true,
          ...jsonContent({
            allOf: [
              criteria,
              {
                type: 'object',
                properties: {
                  by: { type: 'string', description: 'One to three columns, separated by commas' },
                },
              },
            ],
          }),
        },
        responses: answers(
          200,
          'Groups, each below the one it belongs to',
          {
            type: 'object',
            properties: { groups: { type: 'array', items: { type: 'object' } }, total_groups: { type: 'integer' } },
          },
          400,
          422,
        ),
      }),
    },
    [`/${endpoint}/export`]: {
      post: operation('export', `Export ${plural.toLowerCase()}`, {
        parameters: fileParameters,
        responses: fileAnswer,
      }),
    },
  }
}
