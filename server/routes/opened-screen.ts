import type { FastifyRequest } from 'fastify'
import { createCommands } from '../commands/index.ts'
import type { Outcome } from '../engine/each-record.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { createHooks } from '../hooks/registry.ts'
import type { Services } from '../services.ts'
import { runAction } from './run-action.ts'

/** Opens screens for whoever asks: their records, and what can be done with them, as the screens' own calls do it. */
export function screenOpener(services: Services) {
  const hooks = createHooks(services.session)
  const commands = { ...createCommands(services.session), ...services.commands }
  return async ({ caller }: Pick<FastifyRequest, 'caller'>, name: string) => {
    const records = { ...services, screens: await screensOf(services, caller), hooks, commands }
    const screen = await effectiveScreen(services, caller, name)
    const api = new RecordApi(records, screen, caller)
    return {
      screen,
      api,
      screens: records.screens,
      hooks,
      act: async (action: string, ids: readonly number[] | undefined, parameters: object = {}): Promise<Outcome> =>
        (await runAction(records, api, screen, { caller, body: { ids, parameters } }, action)).response as Outcome,
    }
  }
}

/** A single record on which nothing was done: WRONG_STATE with the reason. */
export function demandDone({ done, failed, skipped }: Outcome): void {
  if (done > 0) return
  const [refused] = failed
  if (refused?.issues && refused.issues.length > 0) throw new AppError('VALIDATION', { issues: refused.issues })
  throw new AppError('WRONG_STATE', {
    message: refused?.message ?? skipped[0]?.reason ?? 'None of them is in a state in which this is possible.',
    details: { failed, skipped },
  })
}
