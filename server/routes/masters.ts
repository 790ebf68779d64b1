import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { attributeRoutes } from './attributes.ts'
import { conversionRoutes } from './conversions.ts'
import { materialRoutes } from './materials.ts'
import { forecastingRoutes } from './forecasting.ts'
import { promotionCostRoutes } from './promotion-costs.ts'
import { promotionMasterRoutes } from './promotion-masters.ts'
import { transactionRoutes } from './transactions.ts'

/** What masters have beside the calls of their records. */
export function masterRoutes(app: FastifyInstance, services: Services): void {
  attributeRoutes(app, services)
  conversionRoutes(app, services)
  materialRoutes(app, services)
  transactionRoutes(app, services)
  forecastingRoutes(app, services)
  promotionCostRoutes(app, services)
  promotionMasterRoutes(app, services)
}
