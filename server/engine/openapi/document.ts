import type { Screen } from '#src/definition'
import { bulkSchemas } from './bulk-paths.ts'
import { withExamples } from './examples.ts'
import { sharedSchemas, type Part } from './parts.ts'
import { actionPaths, recordPaths, recordSchemas, resultPaths, uploadPaths } from './record-paths.ts'
import { shellPaths } from './shell-paths.ts'

/** A screen once for each address its records answer to. */
const aliased = (screen: Screen): Screen[] => [
  screen,
  ...screen.endpointAliases.map((endpoint) => ({ ...screen, endpoint })),
]

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
    paths: withExamples({
      ...shellPaths(),
      ...Object.assign({}, ...withRecords.flatMap(aliased).map(recordPaths)),
      ...Object.assign({}, ...withRecords.map(actionPaths)),
      ...Object.assign({}, ...screens.map(uploadPaths)),
      ...Object.assign({}, ...results.map(resultPaths)),
    }),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ...sharedSchemas, ...bulkSchemas, ...Object.assign({}, ...withRecords.map(recordSchemas)) },
    },
  }
}
