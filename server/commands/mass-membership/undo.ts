import { deleteRecords } from '../../engine/delete.ts'
import { eachRecord, type Outcome } from '../../engine/each-record.ts'
import { lockOne } from '../../engine/one.ts'
import { updateLocked } from '../../engine/write.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { sql } from '../../store/sql.ts'
import type { CommandContext } from '../command.ts'
import { contextOf, note, type Written } from './work.ts'

interface Line {
  readonly id: number
  readonly written: string | null
}

/** Takes a mass update back, the last line first; what was changed since stays, with the reason. */
export const undoMass = (context: CommandContext): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { tx, caller } = context
    const lines = await tx.query<Line>(sql`
      select t.id, t.written from mass_membership_line t
       where t.organization_id = ${caller.organizationId} and t.run_number = ${record['run_number'] as string} and t.outcome = 'done'
       order by t.line desc`)
    const results: { id: number; outcome: string; message: string | null }[] = []
    for (const { id, written } of lines) {
      const reason = await takeBack(context, JSON.parse(written ?? '[]') as Written[])
      results.push({ id, outcome: reason === null ? 'undone' : 'kept', message: reason })
    }
    await tx.query(sql`
      update mass_membership_line t set outcome = r.outcome, message = r.message, row_version = t.row_version + 1, updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (id bigint, outcome text, message text)
       where t.organization_id = ${caller.organizationId} and t.id = r.id`)
    const kept = results.filter(({ outcome }) => outcome === 'kept').length
    await note(context, record.id, { status: 'undone', kept, finished_at: new Date().toISOString() })
    return 'done'
  })

/** Takes back what one line wrote, all or nothing; the reason why it stays, else null. */
async function takeBack(context: WriteContext, written: readonly Written[]): Promise<string | null> {
  try {
    await context.tx.attempt(async () => {
      for (const one of written.toReversed()) await takeOneBack(contextOf(context, one.screen), one)
    })
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return error.issues?.[0]?.message ?? error.message
  }
}

async function takeOneBack(context: WriteContext, { id: recordId, version, before }: Written): Promise<void> {
  const { tx, screen, caller } = context
  const current = await lockOne(tx, screen, caller.organizationId, recordId)
  if (!current) throw new AppError('WRONG_STATE', { message: 'It was deleted since' })
  if (current.row_version !== version) throw new AppError('WRONG_STATE', { message: 'It was changed since' })
  if (before === null)
    await deleteRecords(context, sql`t.organization_id = ${caller.organizationId} and t.id = ${recordId}`)
  else await updateLocked(context, current, { ...before })
}
