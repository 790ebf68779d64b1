import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createCommands } from '../commands/index.ts'
import type { Outcome } from '../engine/each-record.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { runAction } from './run-action.ts'

const fetchBody = z.record(z.string(), z.unknown())
const updateBody = z.object({ id: recordNumber, wait: z.number().min(0).max(20).default(10) })

const mostLines = '500'

/** A mass update by two calls: `fetch` keeps what is wanted and answers what it would change, `update` does it. */
export function massMembershipRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  const commands = { ...createCommands(services.session), ...services.commands }

  const open = async ({ caller }: FastifyRequest) => {
    const records = { ...services, screens: await screensOf(services, caller), hooks, commands }
    const screen = await effectiveScreen(services, caller, 'mass-membership-update')
    const lines = await effectiveScreen(services, caller, 'mass-membership-line')
    return {
      records,
      screen,
      api: new RecordApi(records, screen, caller),
      lines: new RecordApi(records, lines, caller),
    }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const act = async ({ records, api, screen }: Opened, { caller }: FastifyRequest, id: number, name: string) => {
    const { response } = await runAction(records, api, screen, { caller, body: { ids: [id] } }, name)
    const { failed, skipped } = response as Outcome
    const message = failed[0]?.message ?? skipped[0]?.reason
    if (message !== undefined) throw new AppError('WRONG_STATE', { message })
  }

  const answer = async ({ api, lines }: Opened, id: number) => {
    const update = await api.one(id)
    const { records, total_record } = await lines.list({
      run_number: String(update['run_number']),
      limit: mostLines,
      sort: 'line',
    })
    return { response: { update, records, total_record } }
  }

  app.post('/api/membership-mass/fetch', async (request) => {
    const opened = await open(request)
    const { id } = await opened.api.create(parseInput(fetchBody, request.body))
    try {
      await act(opened, request, id, 'preview')
    } catch (error) {
      // What finds nothing leaves nothing behind.
      await opened.api.remove(id)
      throw error
    }
    return answer(opened, id)
  })

  app.post('/api/membership-mass/update', async (request, reply) => {
    const { id, wait } = parseInput(updateBody, request.body)
    const opened = await open(request)
    await act(opened, request, id, 'run')
    const until = Date.now() + wait * 1000
    for (;;) {
      const told = await answer(opened, id)
      const isRunning = told.response.update['status'] === 'running'
      if (!isRunning || Date.now() >= until) {
        if (isRunning) reply.code(202)
        return told
      }
      await pause(50)
    }
  })
}
