import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { stripEmpty } from '#src/definition'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { runReport } from '../engine/run-report.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import { readProcedure } from '../pricing/read-procedure.ts'
import type { Services } from '../services.ts'
import { screenOpener } from './opened-screen.ts'

const number = z.coerce.number().int().positive()
const listed = z.union([z.string().max(40), z.array(z.string().max(40)).max(1000)])

/** What a simulation is of: a procedure by its id, name or key, or the lines of a quote by its id; criteria of the result beside it. */
const simulation = z.looseObject({
  simulation_category: z.enum(['price', 'quote']).default('price'),
  id: number.optional(),
  formula_name: z.string().max(120).optional(),
  formula_procedure: z.string().max(30).optional(),
  material_number: listed.optional(),
  customer_number: listed.optional(),
  quantity: z.union([z.string().max(40), z.number()]).optional(),
  price_date: z.iso.date().optional(),
})

type Simulation = z.output<typeof simulation>

/** Simulations of prices as other systems ask for them; what they answer are the results of the same name. */
export function pricingRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)

  const procedureOf = async ({ caller }: FastifyRequest, asked: Simulation): Promise<string | undefined> => {
    const { simulation_category: category, id, formula_name: name, formula_procedure: key } = asked
    const byId = category === 'price' ? id : undefined
    if (!key && !name && byId === undefined) return undefined
    const found = await services.db.tenant(
      caller,
      (tx) => readProcedure(tx, caller.organizationId, { formula_procedure: key, formula_name: name, id: byId }),
      { readOnly: true },
    )
    if (!found) throw new AppError('NOT_FOUND', { message: 'There is no such formula procedure.' })
    return found.formula_procedure
  }

  /** The criteria of the result that a simulation asks for. */
  const criteriaOf = async (request: FastifyRequest, asked: Simulation): Promise<Record<string, unknown>> => {
    const { simulation_category: category, id, formula_name: _name, material_number, customer_number, ...given } = asked
    const { quantity, ...criteria } = given
    if (category === 'quote' && id === undefined && !('quote' in criteria))
      throw new AppError('BAD_REQUEST', { message: 'Name the quote by its id.' })
    const quote =
      category === 'quote' && id !== undefined
        ? await (await open(request, 'comprehensive-quote')).api.one(id)
        : undefined
    return {
      ...criteria,
      formula_procedure: await procedureOf(request, asked),
      ...(quote ? { quote: quote['quote_number'], price_date: criteria.price_date ?? quote['price_date'] } : {}),
      ...(material_number ? { materials: [material_number].flat() } : {}),
      ...(customer_number ? { customers: [customer_number].flat() } : {}),
      ...(quantity === undefined ? {} : { quantities: String(quantity) }),
    }
  }

  for (const [path, name] of [
    ['pricing-calc-sim', 'price-simulation'],
    ['pricing-formula-calc-sim', 'price-simulation-report'],
  ] as const)
    for (const method of ['GET', 'POST'] as const)
      app.route({
        method,
        url: `/api/${path}`,
        handler: async (request, reply) => {
          const screen = await effectiveScreen(services, request.caller, name)
          const asked = parseInput(simulation, stripEmpty((request.body ?? request.query) as Record<string, unknown>))
          const criteria = await criteriaOf(request, asked)
          const response = await runReport(services, screen, request.caller, criteria)
          if (!('records' in response)) reply.code(202)
          return {
            response,
            ...('records' in response && response.total_record === 0 ? { message: screen.messages.empty } : {}),
          }
        },
      })
}
