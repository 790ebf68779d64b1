import { booksDay } from '../../caller-day.ts'
import { eachRecord, type Became } from '../../engine/each-record.ts'
import { writeHistory } from '../../engine/history.ts'
import type { Row } from '../../engine/page.ts'
import { changesOf, storeChanges } from '../../engine/write.ts'
import { sql } from '../../store/sql.ts'
import type { Command, CommandContext } from '../command.ts'

/** The stickers in use that are still to come or hold today, and are limited to a custom group. */
async function stickersOf({ tx, caller, screen }: CommandContext, record: Row): Promise<string[]> {
  if (screen.name !== 'custom-group') return []
  const rows = await tx.query<{ sticker_code: string }>(sql`
    select t.sticker_code from promotion_sticker t
     where t.organization_id = ${caller.organizationId} and t.custom_group = ${String(record['group_code'])}
       and t.archived is not true and t.valid_to >= ${booksDay(caller)}::date order by 1 limit 4`)
  return rows.map(({ sticker_code: code }) => code)
}

/** Takes records out of use, or into it again with `restore`: nothing that refers to them changes. */
export const archiveRecords: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }): Promise<Became> => {
    const { tx, screen, caller, parameters } = context
    const archived = parameters['restore'] !== true
    if ((record['archived'] === true) === archived)
      return { skipped: archived ? 'It is archived already' : 'It is in use already' }
    const used = archived ? await stickersOf(context, record) : []
    if (used.length > 0) return { skipped: `Stickers that still hold are limited to it: ${used.join(', ')}` }
    const changed = { archived, archived_at: archived ? new Date().toISOString() : null }
    await storeChanges(context, [record.id], changed)
    await writeHistory(tx, screen, caller, record.id, 'update', changesOf(record, changed))
    return 'done'
  })
