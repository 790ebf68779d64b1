import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { demandUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql } from '../store/sql.ts'
import { demandDone, screenOpener } from './opened-screen.ts'

const code = z.string().min(1).max(20)
const aggregated = z.object({
  external_code: z.union([code.transform((one) => [one]), z.array(code).min(1).max(100)]).optional(),
  period_from: z.iso.date().optional(),
  period_to: z.iso.date().optional(),
})

/** What profit optimization has beside the calls of its records and results. */
export function profitRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)

  app.post('/api/aggregate-profit-opt-external', async (request: FastifyRequest) => {
    const { external_code: wanted, ...span } = parseInput(aggregated, request.body ?? {})
    const { act, screen } = await open(request, 'profit-external')
    const { caller } = request
    demandUse(caller, screen, 'read')
    const records = await services.db.tenant(
      caller,
      (tx) =>
        tx.query<{ id: number; external_code: string }>(sql`
          select t.id, t.external_code from profit_external t
           where t.organization_id = ${caller.organizationId}
             and case when ${wanted ?? null}::text[] is null then t.status = 'active' else t.external_code = any(${wanted ?? null}::text[]) end`),
      { readOnly: true },
    )
    const missing = (wanted ?? []).filter((name) => !records.some((record) => record.external_code === name))
    if (missing.length > 0 || records.length === 0)
      throw new AppError('NOT_FOUND', { message: `There are no external figures ${missing.join(', ')}`.trim() + '.' })
    const response = await act(
      'aggregate',
      records.map(({ id }) => id),
      span,
    )
    demandDone(response)
    return { response, message: screen.actions.find(({ name }) => name === 'aggregate')!.message }
  })
}
