import type { Screen } from '#src/definition'
import type { Tell } from '../../engine/approval/tell.ts'
import { eachRecord, mostRecords } from '../../engine/each-record.ts'
import { lockOne } from '../../engine/one.ts'
import type { Row } from '../../engine/page.ts'
import { demandUse, mayUse } from '../../engine/screen-access.ts'
import { AppError } from '../../errors.ts'
import { hooksOf, type HookMap } from '../../hooks/registry.ts'
import { id, sql } from '../../store/sql.ts'
import type { Command, CommandContext } from '../command.ts'
import { demandMove, moveRecord } from './move-approval.ts'

type Decision = 'approve' | 'reject' | 'question' | 'withdraw'

/** Decides about what waits, whatever kind of record each request stands for: by the rules of that record and nothing else. */
export const decideRequests =
  (tell: Tell, hooks: HookMap): Command =>
  async (context) => {
    const move = context.parameters['move'] as Decision
    const given = context.parameters['note']
    const note = typeof given === 'string' && given !== '' ? given : null
    await lockDocuments(context)
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

/**
 * Locks what the requests stand for, kind after kind and each in the order of its records: decisions made at the document itself
 * lock it first and its request afterwards, so whoever comes from the other side waits instead of standing in the way.
 */
async function lockDocuments({ tx, caller, screens, targets }: CommandContext): Promise<void> {
  const documents = await tx.query<{ screen: string; records: readonly number[] }>(sql`
    select w.screen, array_agg(w.record_number) as records
      from (select t.screen, t.record_number from workflow_request t where ${targets.where} limit ${mostRecords}) w
     where w.record_number is not null group by w.screen order by w.screen`)
  for (const { screen: name, records } of documents) {
    const screen = screens.find((one) => one.name === name)
    if (!screen?.table || !mayUse(caller, screen, 'read')) continue
    await tx.query(sql`
      select t.id from ${id(screen.table.name)} t
       where t.organization_id = ${caller.organizationId} and t.id = any(${records}::bigint[]) order by t.id for update`)
  }
}

function screenOf({ screens }: CommandContext, record: Row): Screen {
  const screen = screens.find(({ name }) => name === record['screen'])
  if (!screen?.table) throw new AppError('NOT_FOUND')
  return screen
}
