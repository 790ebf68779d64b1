import { configurationCalls } from './configuration-calls.ts'
import { approvalCalls } from './approval-calls.ts'
import { contractCalls } from './contract-calls.ts'
import { dashboardCalls } from './dashboard-calls.ts'
import { designCalls } from './design-calls.ts'
import { claimsCalls } from './claims-calls.ts'
import { integrationCalls } from './integration-calls.ts'
import { financeCalls } from './finance-calls.ts'
import { fieldsCalls } from './fields-calls.ts'
import { answers, envelope, jsonContent, parameter, type Part } from './parts.ts'
import { mastersCalls } from './masters-calls.ts'
import { promotionMasterCalls } from './promotion-master-calls.ts'
import { queryCalls } from './query-calls.ts'
import { pricingCalls } from './pricing-calls.ts'
import { promotionScenarioCalls } from './promotion-scenario-calls.ts'
import { reportCalls } from './report-calls.ts'
import { screensCalls } from './screens-calls.ts'
import { sessionCalls } from './session-calls.ts'
import type { ShellCall } from './shell-call.ts'
import { uploadsCalls } from './uploads-calls.ts'
import { workbenchCalls } from './workbench-calls.ts'

interface Named {
  readonly name: string
  readonly required: boolean
  readonly schema: Part
}

/** Reads `name! id:integer`: names with their type, text without one, ! where they are required. */
const namesIn = (text: string): Named[] =>
  text.split(' ').map((word) => {
    const [name = '', type = 'string'] = word.split(':')
    return {
      name: name.replace('!', ''),
      required: name.endsWith('!'),
      schema: type === 'array' ? { type, items: {} } : { type },
    }
  })

const objectOf = (text: string): Part => {
  const names = namesIn(text)
  const required = names.filter((one) => one.required).map(({ name }) => name)
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(names.map(({ name, schema }) => [name, schema])),
  }
}

/** What a call takes that sends one file. */
export const fileBody: Part = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
}

const operationId = (method: string, path: string): string =>
  `${method.toLowerCase()}.${path.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '.')}`

const bodyOf = ({ isFile, body }: NonNullable<ShellCall[4]>): Part => {
  if (isFile) return { requestBody: fileBody }
  return body ? { requestBody: { required: body.includes('!'), ...jsonContent(objectOf(body)) } } : {}
}

function operationOf([method, path, tag, summary, more = {}]: ShellCall): Part {
  const { query, body, answers: media, status = 200, failures = [], isPublic } = more
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
      parameter(name, name === 'id' ? 'The id' : `The ${name}`, { type: name === 'id' ? 'integer' : 'string' }, 'path'),
    ),
    ...(query ? namesIn(query) : []).map(({ name, required, schema }) => ({
      ...parameter(name, name.replaceAll(/[_-]/g, ' '), schema),
      ...(required ? { required } : {}),
    })),
  ]
  const content = media
    ? { content: { [media]: { schema: { type: 'string', format: 'binary' } } } }
    : jsonContent(envelope({}))
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    ...(isPublic ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(more),
    responses: {
      ...answers(status, summary, {}, ...new Set(body || query ? [400, ...failures] : failures)),
      [status]: { description: summary, ...content },
    },
  }
}

/** The calls that no definition makes. */
export const shellCalls: readonly ShellCall[] = [
  ...sessionCalls,
  ...screensCalls,
  ...approvalCalls,
  ...financeCalls,
  ...contractCalls,
  ...fieldsCalls,
  ...designCalls,
  ...dashboardCalls,
  ...configurationCalls,
  ...mastersCalls,
  ...promotionMasterCalls,
  ...queryCalls,
  ...promotionScenarioCalls,
  ...reportCalls,
  ...pricingCalls,
  ...uploadsCalls,
  ...claimsCalls,
  ...integrationCalls,
  ...workbenchCalls,
]

/** Calls that no definition makes, by path and method. */
export function shellPaths(calls: readonly ShellCall[]): Record<string, Part> {
  const paths: Record<string, Record<string, Part>> = {}
  for (const call of calls) {
    const [method, path] = call
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(call) }
  }
  return paths
}
