import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createCommands } from '../commands/index.ts'
import type { Outcome } from '../engine/each-record.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { demandUse } from '../engine/screen-access.ts'
import { mustBeMapped, uploadFields } from '../engine/upload/service.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { runAction } from './run-action.ts'

const named = z.object({ claim_number: z.string().trim().min(1).max(40).optional() })

/** The calls of claims beside those of their records. */
export function claimRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  const commands = { ...createCommands(services.session), ...services.commands }

  app.get('/api/claim-response-fields', async ({ caller }) => {
    const screen = await effectiveScreen(services, caller, 'claim-response')
    demandUse(caller, screen, 'read')
    const records = uploadFields(caller, screen).map((field) => ({
      field: field.name,
      label: field.label,
      type: field.type,
      required: mustBeMapped(field),
      choices: field.choices,
    }))
    return { response: { records, total_record: records.length } }
  })

  app.get('/api/outgoing-claim-download-fields', async ({ caller }) => {
    const screen = await effectiveScreen(services, caller, 'outgoing-claim-format')
    demandUse(caller, screen, 'read')
    const columns = screen.fields.find(({ name }) => name === 'file_columns')
    const choices = columns?.fields?.find(({ name }) => name === 'source')?.choices ?? []
    const records = choices.map(({ value, label }) => ({ field: value, label }))
    return { response: { records, total_record: records.length } }
  })

  /** Checks an outgoing claim and sends it; what keeps it from being sent is told, and then it stays. */
  app.post('/api/process-outgoing-claim', async (request: FastifyRequest) => {
    const { caller } = request
    const { claim_number: number } = {
      ...parseInput(named, request.query ?? {}),
      ...parseInput(named, request.body ?? {}),
    }
    if (!number) throw new AppError('BAD_REQUEST', { message: 'Name the claim (claim_number).' })
    const records = { ...services, screens: await screensOf(services, caller), hooks, commands }
    const screen = await effectiveScreen(services, caller, 'outgoing-claim')
    const api = new RecordApi(records, screen, caller)
    const find = async () => (await api.list({ claim_number: number, limit: '1' })).records[0]
    const claim = await find()
    if (!claim) throw new AppError('NOT_FOUND')
    const act = async (name: string): Promise<void> => {
      const body = { ids: [Number(claim['id'])] }
      const { response } = await runAction(records, api, screen, { caller, body }, name)
      const { failed, skipped } = response as Outcome
      const message = failed[0]?.message ?? skipped[0]?.reason
      if (message !== undefined) throw new AppError('WRONG_STATE', { message })
    }
    await act('validate')
    const checked = await find()
    if (checked?.['claim_status'] === 'error')
      throw new AppError('WRONG_STATE', {
        message: `${String(checked['error_lines'])} lines of claim ${number} have to be repaired first.`,
      })
    await act('submit')
    return { response: await find(), message: 'Sent' }
  })
}
