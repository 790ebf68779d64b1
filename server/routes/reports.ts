import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { exportReport, runReport } from '../engine/run-report.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { formatOf, sendFile } from './download.ts'

const body = z.record(z.string(), z.unknown())

/** The calls of every result screen: its figures, and all of them as a file. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  for (const { name, endpoint, endpointAliases, result } of services.screens) {
    if (!result || !endpoint) continue
    const screenFor = (request: FastifyRequest) => effectiveScreen(services, request.caller, name)
    for (const path of [endpoint, ...endpointAliases]) {
      app.post(`/api/${path}`, async (request) => {
        const screen = await screenFor(request)
        const response = await runReport(services, screen, request.caller, parseInput(body, request.body))
        return { response, ...(response.total_record === 0 ? { message: screen.messages.empty } : {}) }
      })
      app.post<{ Querystring: Record<string, string> }>(`/api/${path}/export`, async (request, reply) => {
        const format = formatOf(request.query)
        const asked = {
          ...parseInput(body, request.body),
          ...(request.query['columns'] ? { columns: request.query['columns'] } : {}),
        }
        const file = exportReport(services, await screenFor(request), request.caller, asked, format)
        return sendFile(reply, format, file.name, file.stream)
      })
    }
  }
}
