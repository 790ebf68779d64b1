import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../engine/openapi/document.ts'
import type { Part } from '../engine/openapi/parts.ts'
import type { Services } from '../services.ts'

const minimal = { openapi: '3.1.0', info: { title: 'Tierline API', version: '' }, paths: {} }

/** The description of the API: as OpenAPI at /api/docs/json, to read and try at /api/docs. It holds definitions, never data, so nobody has to sign in. */
export async function openApiRoutes(app: FastifyInstance, { config, screens }: Services): Promise<void> {
  let document: Part | undefined
  const version = await productVersion(config.root)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })
  await app.register(swagger, { mode: 'static', specification: { document: minimal } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Tierline API' },
    uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: 0, persistAuthorization: false, validatorUrl: null },
    // The page sets a few style attributes as text; scripts and style sheets stay as strict as everywhere.
    transformStaticCSP: (header) => `${header};style-src-attr 'unsafe-inline'`,
    // Made at the first request: a server of many definitions starts without it.
    transformSpecification: () => (document ??= openApiDocument(screens, version)),
    transformSpecificationClone: false,
  })
}

async function productVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
