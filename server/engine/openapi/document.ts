import type { Screen } from '#src/definition'
import { bulkSchemas } from './bulk-paths.ts'
import { answers, jsonContent, parameter, sharedSchemas, type Part } from './parts.ts'
import { recordPaths, recordSchemas, resultPaths } from './record-paths.ts'

const text = { type: 'string' }

const tokens: Part = {
  type: 'object',
  properties: { access_token: text, refresh_token: text, user_type: { enum: ['own', 'sso'] } },
}

const ofTheShell: Readonly<Record<string, Part>> = {
  '/login': {
    post: {
      operationId: 'session.login',
      tags: ['Session'],
      summary: 'Sign in',
      security: [],
      requestBody: {
        required: true,
        ...jsonContent({
          type: 'object',
          required: ['email', 'password'],
          properties: { email: text, password: text },
        }),
      },
      responses: answers(200, 'The tokens of the session', tokens, 422),
    },
  },
  '/refresh': {
    post: {
      operationId: 'session.refresh',
      tags: ['Session'],
      summary: 'Exchange a refresh token for new tokens',
      security: [],
      requestBody: {
        required: true,
        ...jsonContent({ type: 'object', required: ['refresh_token'], properties: { refresh_token: text } }),
      },
      responses: answers(200, 'The new tokens', tokens, 422),
    },
  },
  '/bootstrap': {
    get: {
      operationId: 'screens.bootstrap',
      tags: ['Screens'],
      summary: 'Profile and menu of the caller, and what is at a path',
      parameters: [
        parameter('application', 'Current application', text),
        parameter('path', 'Path that is opened', text),
      ],
      responses: answers(200, 'What the shell starts with', { type: 'object' }),
    },
  },
  '/places': {
    get: {
      operationId: 'screens.at',
      tags: ['Screens'],
      summary: 'What a path leads to: its route, screen and saved views, or who can grant it',
      parameters: [parameter('path', 'Path that is opened', text)],
      responses: answers(200, 'What is there; no route where nothing is', { type: 'object' }),
    },
  },
  '/navigation': {
    get: {
      operationId: 'screens.navigation',
      tags: ['Screens'],
      summary: 'Entries of a menu that is too long to come along with the bootstrap',
      parameters: [
        parameter('application', 'Application whose menu is meant', text),
        parameter('area', 'Only those of an area', text),
        parameter('search', 'Words of the label or the area', text),
        parameter('paths', 'Only those at these paths, with commas between them', text),
        parameter('limit', 'How many at most', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
      ],
      responses: answers(200, 'Entries, the best first', { type: 'object' }),
    },
  },
  '/screens': {
    get: {
      operationId: 'screens.list',
      tags: ['Screens'],
      summary: 'Screens the caller may read',
      responses: answers(200, 'Names and labels', { type: 'object' }),
    },
  },
  '/screens/{name}': {
    get: {
      operationId: 'screens.one',
      tags: ['Screens'],
      summary: 'A screen as the caller may know it',
      parameters: [parameter('name', 'Name of the screen', text, 'path')],
      responses: answers(200, 'The effective definition', { type: 'object' }, 404),
    },
  },
  '/search': {
    get: {
      operationId: 'search.records',
      tags: ['Search'],
      summary: 'Search the records of all screens',
      parameters: [
        parameter('q', 'Beginning of a key, or words', text),
        parameter('limit', 'How many at most', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
      ],
      responses: answers(200, 'Best first', {
        type: 'array',
        items: {
          type: 'object',
          properties: { screen: text, label: text, path: text, text, title: { type: ['string', 'null'] } },
        },
      }),
    },
  },
}

/** The OpenAPI 3.1 document of the API that the definitions make. */
export function openApiDocument(screens: readonly Screen[], version: string): Part {
  const withRecords = screens.filter((screen) => screen.table && screen.endpoint)
  const results = screens.filter((screen) => screen.result && screen.endpoint)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tierline API',
      version,
      description:
        'Every answer is wrapped as { response, message }, every failure as { error: { code, message, issues } }.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths: {
      ...ofTheShell,
      ...Object.assign({}, ...withRecords.map(recordPaths)),
      ...Object.assign({}, ...results.map(resultPaths)),
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...sharedSchemas, ...bulkSchemas, ...Object.assign({}, ...withRecords.map(recordSchemas)) },
    },
  }
}
