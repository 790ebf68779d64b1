import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { demandDone, screenOpener } from './opened-screen.ts'
import { resumeMassUpdates } from './resume-mass-updates.ts'

const fetchBody = z.record(z.string(), z.unknown())
const updateBody = z.object({ id: recordNumber, wait: z.number().min(0).max(20).default(10) })

const mostLines = '500'

/** The two calls of a kind of mass update, and the screens of its records and lines. */
interface MassCalls {
  readonly lookup: string
  readonly action: string
  readonly updates: string
  readonly lines: string
}

const kinds: readonly MassCalls[] = [
  {
    lookup: '/api/membership-mass/fetch',
    action: '/api/membership-mass/update',
    updates: 'mass-membership-update',
    lines: 'mass-membership-line',
  },
  {
    lookup: '/api/contracts/mass-update/lookup',
    action: '/api/contracts/mass-update/action',
    updates: 'contract-mass-update',
    lines: 'contract-mass-update-line',
  },
]

/** A mass update by two calls: the first keeps what is wanted and answers what it would change, the second does it. */
export function massUpdateRoutes(app: FastifyInstance, services: Services): void {
  const open = screenOpener(services)
  for (const kind of kinds) massCalls(app, open, kind)
  resumeMassUpdates(
    app,
    services,
    open,
    kinds.map(({ updates }) => updates),
  )
}

function massCalls(app: FastifyInstance, open: ReturnType<typeof screenOpener>, kind: MassCalls): void {
  const answer = async (request: FastifyRequest, id: number) => {
    const update = await (await open(request, kind.updates)).api.one(id)
    const { api: lines } = await open(request, kind.lines)
    const found = await lines.list({ run_number: String(update['run_number']), limit: mostLines, sort: 'line' })
    return { response: { update, records: found.records, total_record: found.total_record } }
  }

  app.post(kind.lookup, async (request) => {
    const { api, act } = await open(request, kind.updates)
    const { id } = await api.create(parseInput(fetchBody, request.body))
    try {
      demandDone(await act('preview', [id]))
    } catch (error) {
      // What finds nothing leaves nothing behind.
      await api.remove(id)
      throw error
    }
    return answer(request, id)
  })

  app.post(kind.action, async (request, reply) => {
    const { id, wait } = parseInput(updateBody, request.body)
    const { act } = await open(request, kind.updates)
    demandDone(await act('run', [id]))
    const until = Date.now() + wait * 1000
    for (;;) {
      const told = await answer(request, id)
      const isRunning = told.response.update['status'] === 'running'
      if (!isRunning || Date.now() >= until) {
        if (isRunning) reply.code(202)
        return told
      }
      await pause(50)
    }
  })
}
