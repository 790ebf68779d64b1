import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Screen } from '#src/definition'
import { knownCaller } from '../authenticate.ts'
import { openApiDocument } from '../engine/openapi/document.ts'
import type { Part } from '../engine/openapi/parts.ts'
import { screensOf } from '../engine/own-screens.ts'
import type { Services } from '../services.ts'

const minimal = { openapi: '3.1.0', info: { title: 'Tierline API', version: '' }, paths: {} }

/**
 * The description of the API: as OpenAPI at /api/docs/json, to read and try at /api/docs. It holds definitions, never data, so
 * nobody has to sign in; who does is told of the own screens of the organisation as well.
 */
export async function openApiRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, screens, session } = services
  // By the screens they describe: an organisation's array is the same until one of its screens changes.
  const documents = new WeakMap<readonly Screen[], Part>()
  const asked = new WeakMap<FastifyRequest, readonly Screen[]>()
  const version = await productVersion(config.root)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })
  app.addHook('preHandler', async (request) => {
    const caller = await knownCaller(session, request)
    if (caller) asked.set(request, await screensOf(services, caller))
  })
  await app.register(swagger, { mode: 'static', specification: { document: minimal } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The bar above offers other people's descriptions under another name.
    theme: {
      title: 'Tierline API',
      css: [{ filename: 'tierline.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    uiConfig: {
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      persistAuthorization: false,
      validatorUrl: null,
      requestInterceptor: asSignedIn,
    },
    // The page sets a few style attributes as text; scripts and style sheets stay as strict as everywhere.
    transformStaticCSP: (header) => `${header};style-src-attr 'unsafe-inline'`,
    // Made at the first request: a server of many definitions starts without it.
    transformSpecification: (_minimal, request) => {
      const described = asked.get(request) ?? screens
      const document = documents.get(described) ?? openApiDocument(described, version)
      documents.set(described, document)
      return document
    },
    transformSpecificationClone: false,
  })
}

/**
 * Runs in the page that shows the description, as text: whoever is signed in to the product there is told of the screens of
 * the own organisation, and tries calls as himself.
 */
function asSignedIn<R extends object>(request: R): R {
  const { headers } = request as { headers?: Record<string, string> }
  const token = (globalThis as unknown as Page).localStorage.getItem('access_token')
  if (token && headers && !headers['Authorization']) headers['Authorization'] = `Bearer ${token}`
  return request
}

interface Page {
  readonly localStorage: { getItem(name: string): string | null }
}

async function productVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
