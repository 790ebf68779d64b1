import { eachRecord, type Outcome } from '../../engine/each-record.ts'
import { previewed } from '../../engine/bulk.ts'
import { demandUse } from '../../engine/screen-access.ts'
import type { Row } from '../../engine/page.ts'
import { AppError } from '../../errors.ts'
import { sql } from '../../store/sql.ts'
import type { CommandContext } from '../command.ts'
import { inWords, type MassUpdate } from './plan.ts'
import { contextOf, membersOf, note, writeFor, type LineResult } from './work.ts'

/** Does everything a mass update would do, takes it back, and writes down what it would have come to, membership by membership. */
export const previewMass = (context: CommandContext): Promise<Outcome> =>
  eachRecord(context, context.targets, async ({ record }) => {
    const update = record as MassUpdate
    demandUse(context.caller, contextOf(context, 'membership-roster').screen, 'update')
    const rows = await membersOf(context, update)
    if (rows.length === 0)
      throw new AppError('NOT_FOUND', { message: 'No membership fits what was chosen. Loosen the choice.' })
    const results = await previewed(context, true, async () => {
      const all: LineResult[] = []
      for (const row of rows) all.push(await writeFor(context, update, row))
      return all
    })
    const lines = results.map((result, at) => lineOf(rows[at]!, result, at))
    await keep(context, update, lines)
    const count = (outcome: string): number => lines.filter((line) => line.outcome === outcome).length
    await note(context, record.id, {
      status: 'previewed',
      matched: rows.length,
      changes: count('planned'),
      conflicts: count('conflict'),
      unchanged: count('unchanged'),
      processed: null,
      done: null,
      failed: null,
      kept: null,
      previewed_at: new Date().toISOString(),
      started_at: null,
      finished_at: null,
    })
    return 'done'
  })

const foreseen = { done: 'planned', failed: 'conflict', unchanged: 'unchanged' } as const

const lineOf = (row: Row, { outcome, after, message }: LineResult, at: number) => ({
  line: at + 1,
  owner_id: row['owner_id'],
  member_number: row['member_number'],
  outcome: foreseen[outcome as keyof typeof foreseen],
  state_before: inWords(row),
  state_after: after,
  message,
  membership_record: row.id,
  membership_version: row.row_version,
})

async function keep({ tx, caller }: CommandContext, update: MassUpdate, lines: readonly object[]): Promise<void> {
  await tx.query(sql`
    delete from mass_membership_line t where t.organization_id = ${caller.organizationId} and t.run_number = ${update.run_number}`)
  await tx.query(sql`
    insert into mass_membership_line (organization_id, created_by, updated_by, run_number, line, owner_id, member_number, outcome, state_before, state_after, message, membership_record, membership_version)
    select ${caller.organizationId}, ${caller.userId}, ${caller.userId}, ${update.run_number}, line, owner_id, member_number, outcome, state_before, state_after, message, membership_record, membership_version
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (line bigint, owner_id text, member_number text, outcome text, state_before text, state_after text, message text, membership_record bigint, membership_version bigint)`)
}
