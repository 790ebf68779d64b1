import type { Screen } from '#src/definition'
import type { Tell } from '../../engine/approval/tell.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { lockOne } from '../../engine/one.ts'
import type { Row } from '../../engine/page.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { AppError } from '../../errors.ts'
import { hooksOf, type HookMap } from '../../hooks/registry.ts'
import type { Command, CommandContext } from '../command.ts'
import { demandMove, moveRecord } from './move-approval.ts'

type Decision = 'approve' | 'reject' | 'question' | 'withdraw'

/** Decides about what waits, whatever kind of record each request stands for: by the rules of that record and nothing else. */
export const decideRequests =
  (tell: Tell, hooks: HookMap): Command =>
  (context) => {
    const move = context.parameters['move'] as Decision
    const given = context.parameters['note']
    const note = typeof given === 'string' && given !== '' ? given : null
    return eachRecord(context, context.targets, async ({ record }) => {
      const screen = screenOf(context, record)
      demandUse(context.caller, screen, 'read')
      const own = { ...context, screen, hooks: hooksOf(hooks, screen) }
      demandMove(own, move)
      const found = await lockOne(context.tx, screen, context.caller.organizationId, Number(record['record_number']))
      if (!found) throw new AppError('NOT_FOUND', { message: 'What this request is about is not there any more.' })
      await moveRecord(own, found, { move, note, tell })
      return 'done'
    })
  }

function screenOf({ screens }: CommandContext, record: Row): Screen {
  const screen = screens.find(({ name }) => name === record['screen'])
  if (!screen?.table) throw new AppError('NOT_FOUND')
  return screen
}
