import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { readRun, recentRuns, tidyRuns } from '../engine/result-run-record.ts'
import { demandUse } from '../engine/screen-access.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'

const simulation = 'calculation-simulation'
const lineScreens = ['sales-data', 'indirect-sales', 'purchase-data'] as const

const listed = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) })
const named = z.object({ request_id: z.string().regex(/^[\w-]{8,100}$/, 'The id a simulation was run under') })
const aggregated = named.extend({
  by: z.enum(['contract_number', 'payee', 'period', 'customer_number', 'material_number']).default('contract_number'),
})

const source = (request: FastifyRequest): unknown => (request.method === 'GET' ? request.query : request.body)

/** The caller's own run of a simulation whose rows are there to be read; WRONG_STATE for one that runs or was let go. */
async function keptRun(tx: Tx, request: FastifyRequest, requestId: string) {
  const run = await readRun(tx, request.caller, requestId)
  if (run.screen !== simulation) throw new AppError('NOT_FOUND', { message: 'There is no such simulation of yours.' })
  if (run.state !== 'complete' || !run.kept)
    throw new AppError('WRONG_STATE', {
      message: `This simulation is ${run.state}; its lines are not there to be read.`,
    })
  return run
}

/** Simulations that were run under an id: their list, what they come to, and letting go of them. */
export function simulationRoutes(app: FastifyInstance, services: Services): void {
  const reading = async <T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>): Promise<T> => {
    demandUse(request.caller, await effectiveScreen(services, request.caller, simulation), 'read')
    return services.db.tenant(request.caller, work, { readOnly: true })
  }

  app.get('/api/calculation_simulations', async (request) => {
    const { limit } = parseInput(listed, request.query)
    const records = await reading(request, (tx) => recentRuns(tx, request.caller, simulation, limit))
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/calculation_simulations/summary', async (request) => {
    const { organizationId, userId } = request.caller
    const records = await reading(request, (tx) =>
      tx.query(sql`
        select state, count(*)::int as simulations, coalesce(sum(total), 0)::float8 as lines, max(started_at) as last_started,
               round(extract(epoch from avg(finished_at - started_at)), 1)::float8 as average_seconds
          from result_run where organization_id = ${organizationId} and user_id = ${userId} and screen = ${simulation}
         group by state order by state`),
    )
    return { response: { records } }
  })

  app.get('/api/calc-sim-number', async (request) => {
    const runs = await reading(request, (tx) => recentRuns(tx, request.caller, simulation, 100))
    const records = runs
      .filter(({ state, kept }) => state === 'complete' && kept)
      .map((run) => ({
        value: run.request_id,
        label: `${run.started_at} · ${run.total_record} lines`,
        criteria: run.criteria,
      }))
    return { response: records }
  })

  const analyze = async (request: FastifyRequest) => {
    const { request_id: requestId } = parseInput(named, source(request))
    const response = await reading(request, async (tx) => {
      const run = await keptRun(tx, request, requestId)
      const records = await tx.query(sql`
        select r.row ->> 'contract_number' as contract_number, r.row ->> 'currency' as currency, (r.row ->> 'tier')::int as tier, count(*)::int as lines,
               count(*) filter (where r.row ->> 'error' is not null)::int as with_errors, sum((r.row ->> 'benefit')::numeric)::text as basis,
               sum((r.row ->> 'amount')::numeric)::text as amount,
               round(100 * sum((r.row ->> 'amount')::numeric) / nullif(sum((r.row ->> 'benefit')::numeric), 0), 4)::text as effective_rate
          from result_row r where r.organization_id = ${request.caller.organizationId} and r.run_id = ${requestId}
         group by 1, 2, 3 order by 1, 2, 3`)
      return { request_id: requestId, criteria: run.criteria, records, total_record: records.length }
    })
    return { response }
  }
  app.get('/api/calc-sim-analysis', analyze)
  app.post('/api/calc-sim-analysis', analyze)

  const aggregate = async (request: FastifyRequest) => {
    const { request_id: requestId, by } = parseInput(aggregated, source(request))
    const records = await reading(request, async (tx) => {
      await keptRun(tx, request, requestId)
      return tx.query(sql`
        select r.row ->> ${by} as ${id(by)}, r.row ->> 'currency' as currency, count(*)::int as lines, sum((r.row ->> 'amount')::numeric)::text as amount
          from result_row r where r.organization_id = ${request.caller.organizationId} and r.run_id = ${requestId}
         group by 1, 2 order by 1, 2`)
    })
    return { response: { records, total_record: records.length } }
  }
  app.get('/api/calculation_aggregate_simulations', aggregate)
  app.post('/api/calculation_aggregate_simulations', aggregate)

  app.delete('/api/calculation_simulation', async (request) => {
    const { request_id: requestId } = parseInput(named, request.query)
    const { organizationId, userId } = request.caller
    demandUse(request.caller, await effectiveScreen(services, request.caller, simulation), 'read')
    await services.db.tenant(request.caller, async (tx) => {
      await tidyRuns(tx, organizationId)
      const run = await readRun(tx, request.caller, requestId)
      if (run.screen !== simulation)
        throw new AppError('NOT_FOUND', { message: 'There is no such simulation of yours.' })
      if (run.state === 'waiting' || run.state === 'running')
        throw new AppError('WRONG_STATE', { message: 'This simulation is running. Cancel it first.' })
      await tx.query(sql`delete from result_row where organization_id = ${organizationId} and run_id = ${requestId}`)
      await tx.query(sql`
        delete from result_run where organization_id = ${organizationId} and id = ${requestId} and user_id = ${userId}`)
    })
    return { response: { deleted: 1 }, message: await said(services, request.caller, simulation, 'deleted') }
  })

  app.get('/api/calculation-transaction-types', async (request) => {
    const screens = await Promise.all(lineScreens.map((name) => effectiveScreen(services, request.caller, name)))
    const records = screens.flatMap((screen) => {
      const field = screen.fields.find(({ name }) => name === 'transaction_type')
      return field?.type === 'choice'
        ? (field.choices ?? []).map(({ value, label }) => ({ source: screen.name, value, label }))
        : []
    })
    return { response: records }
  })
}
