import { can } from '../../authorize.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { writeHistory } from '../../engine/history.ts'
import { changesOf, storeChanges } from '../../engine/write.ts'
import { AppError } from '../../errors.ts'
import type { Command } from '../command.ts'

/** Ends substitutions at once, before their last day: those represented, who stand in for them and administrators of users may. */
export const endSubstitution: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, caller, screen, hooks } = context
    const isConcerned = [record['represented'], record['substitute']].includes(caller.email)
    if (!isConcerned && !can(caller, 'administration.users')) throw new AppError('FORBIDDEN')
    if (record['status'] === 'ended') return { skipped: 'It has ended already' }
    const changed = { status: 'ended', ended_at: new Date().toISOString() }
    await storeChanges(context, [record.id], changed)
    await writeHistory(tx, screen, caller, record.id, 'update', changesOf(record, changed))
    await hooks.afterWrite?.(context, { ...record, ...changed }, record)
    return 'done'
  })
