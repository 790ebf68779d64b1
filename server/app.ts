import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { authenticate } from './authenticate.ts'
import type { Config } from './config.ts'
import { AppError, errorHandler } from './errors.ts'
import { messagesOf } from './engine/messages/maintained.ts'
import { ResultRuns } from './engine/result-runs.ts'
import { screenNamed } from './engine/effective-screens.ts'
import { createLog } from './log.ts'
import { boundedBodies } from './plugins/bounded-bodies.ts'
import { clientFiles } from './plugins/client.ts'
import { securityHeaders } from './plugins/security.ts'
import { administrationRoutes, foundingOrganizations } from './routes/administration.ts'
import { chatRoutes } from './routes/chat.ts'
import { contractFileRoutes } from './routes/contract-files.ts'
import { contractRuleRoutes } from './routes/contract-rules.ts'
import { contractRoutes } from './routes/contracts.ts'
import { claimRoutes } from './routes/claims.ts'
import { configurationRoutes } from './routes/configuration.ts'
import { approvalRoutes } from './routes/approvals.ts'
import { configuredDashboardRoutes } from './routes/configured-dashboards.ts'
import { dynamicQueryRoutes } from './routes/dynamic-queries.ts'
import { dashboardRoutes } from './routes/dashboards.ts'
import { documentDesignRoutes } from './routes/document-designs.ts'
import { eligibilityRoutes } from './routes/eligibility.ts'
import { favouriteRoutes } from './routes/favourites.ts'
import { fieldDesignRoutes } from './routes/field-design.ts'
import { fieldLabelRoutes } from './routes/field-labels.ts'
import { financeRoutes } from './routes/finance.ts'
import { fileRoutes } from './routes/files.ts'
import { formFieldRoutes } from './routes/form-fields.ts'
import { healthRoutes } from './routes/health.ts'
import { homeRoutes } from './routes/home.ts'
import { masterRoutes } from './routes/masters.ts'
import { jobRoutes } from './routes/jobs.ts'
import { listViewRoutes } from './routes/list-views.ts'
import { liveRoutes } from './routes/live.ts'
import { lockRoutes } from './routes/locks.ts'
import { massUpdateRoutes } from './routes/mass-updates.ts'
import { migrationRoutes } from './routes/migration.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { pickerRoutes } from './routes/pickers.ts'
import { ediCatalogueRoutes } from './routes/edi-catalogues.ts'
import { priceListRoutes } from './routes/price-lists.ts'
import { pricingRoutes } from './routes/pricing.ts'
import { firstPageRoute } from './routes/first-page.ts'
import { pricingContractRoutes } from './routes/pricing-contracts.ts'
import { profitRoutes } from './routes/profit.ts'
import { promotionAccessRoutes } from './routes/promotion-access.ts'
import { promotionFileRoutes } from './routes/promotion-files.ts'
import { promotionMarketRoutes } from './routes/promotion-markets.ts'
import { promotionActualRoutes } from './routes/promotion-actuals.ts'
import { promotionPlanRoutes } from './routes/promotion-plans.ts'
import { promotionReviewRoutes } from './routes/promotion-reviews.ts'
import { recordRoutes } from './routes/records.ts'
import { reportRoutes } from './routes/reports.ts'
import { simulationRoutes } from './routes/simulations.ts'
import { rightsRoutes } from './routes/rights.ts'
import { screensRoutes } from './routes/screens.ts'
import { searchRoutes } from './routes/search.ts'
import { serviceLogRoutes } from './routes/service-logs.ts'
import { sessionRoutes } from './routes/session.ts'
import { sqlWorkbenchRoutes } from './routes/sql-workbench.ts'
import { stagingRoutes } from './routes/staging.ts'
import { studioRoutes } from './routes/studio.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { workflowRoutes } from './routes/workflows.ts'
import type { Services } from './services.ts'
import { createSessionServices, type SessionServices } from './session/services.ts'

/** The routes of each part of the product; every one gets the services and a scope below /api of its own. */
const routePlugins: readonly ((app: FastifyInstance, services: Services) => void | Promise<void>)[] = [
  healthRoutes,
  masterRoutes,
  sessionRoutes,
  administrationRoutes,
  configurationRoutes,
  migrationRoutes,
  fileRoutes,
  contractRoutes,
  contractRuleRoutes,
  contractFileRoutes,
  pricingContractRoutes,
  profitRoutes,
  recordRoutes,
  pickerRoutes,
  lockRoutes,
  approvalRoutes,
  workflowRoutes,
  financeRoutes,
  eligibilityRoutes,
  claimRoutes,
  massUpdateRoutes,
  listViewRoutes,
  fieldDesignRoutes,
  documentDesignRoutes,
  dashboardRoutes,
  configuredDashboardRoutes,
  homeRoutes,
  fieldLabelRoutes,
  formFieldRoutes,
  liveRoutes,
  screensRoutes,
  favouriteRoutes,
  firstPageRoute,
  reportRoutes,
  promotionActualRoutes,
  promotionPlanRoutes,
  promotionMarketRoutes,
  promotionReviewRoutes,
  promotionFileRoutes,
  promotionAccessRoutes,
  dynamicQueryRoutes,
  simulationRoutes,
  priceListRoutes,
  ediCatalogueRoutes,
  pricingRoutes,
  rightsRoutes,
  searchRoutes,
  studioRoutes,
  openApiRoutes,
  uploadRoutes,
  jobRoutes,
  serviceLogRoutes,
  sqlWorkbenchRoutes,
  chatRoutes,
  stagingRoutes,
]

declare module 'fastify' {
  interface FastifyInstance {
    readonly session: SessionServices
  }
}

export interface AppOptions extends Omit<Services, 'log' | 'session' | 'runs'> {
  /** Another clock than the system's, for tests of what expires. */
  clock?: () => Date
}

/** The whole HTTP application, not yet listening. */
export async function createApp({ clock, ...given }: AppOptions): Promise<FastifyInstance> {
  const { config } = given
  const app = bareApp(config)
  const port = () => {
    const address = app.server.address()
    return address !== null && typeof address === 'object' ? address.port : undefined
  }
  const session = await createSessionServices({ ...given, log: app.log, port, clock })
  const runs = new ResultRuns(given.db, app.log, config.reportSeconds)
  app.addHook('onClose', () => runs.stop())
  const services: Services = { ...given, log: app.log, session, runs }
  app.decorate('session', session)
  const keepsMessages = screenNamed(given.screens, 'message') !== undefined
  app.setErrorHandler(
    errorHandler(async (code, request) =>
      // Before signing in nobody's organisation is known.
      keepsMessages && request.caller ? messagesOf(given.db).failure(request.caller, code, request.id) : null,
    ),
  )
  app.addHook('onClose', () => session.background.settled())
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
  await securityHeaders(app)
  await app.register(compress, {
    global: true,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [brotliQuality]: 4 } },
  })
  await app.register(rateLimit, { global: false, errorResponseBuilder: tooManyRequests })
  await app.register(multipart, {
    limits: { fileSize: config.uploadLimit, files: 1, fields: 50, fieldSize: 1_000_000 },
  })
  boundedBodies(app)
  authenticate(app, session)
  foundingOrganizations(app, session)
  for (const routes of routePlugins) {
    await app.register(async (scope) => routes(scope, services))
  }
  await clientFiles(app, config.clientDir)
  return app
}

// zlib.constants.BROTLI_PARAM_QUALITY; the default of 11 would cost more time than the network saves.
const brotliQuality = 1

function bareApp(config: Config): FastifyInstance {
  return Fastify({
    loggerInstance: createLog(config.logLevel) as FastifyBaseLogger,
    trustProxy: config.trustProxy,
    bodyLimit: 8_000_000,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: 'idle',
    // Parts wait for the database, which takes interrupted imports back first: ten seconds are too few on a busy one.
    pluginTimeout: 120_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
}

function tooManyRequests(_request: unknown, { ttl }: { ttl: number }): AppError {
  return new AppError('TOO_MANY_REQUESTS', { details: { retryAfter: Math.ceil(ttl / 1_000) } })
}
