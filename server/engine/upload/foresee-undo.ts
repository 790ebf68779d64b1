import { id, raw, sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'
import type { WriteContext } from '../write-check.ts'
import { isHooked, undoThroughHooks } from './hooked.ts'
import type { JobContext } from './jobs.ts'
import { goingAndStaying, isStanding, returning, untouched, written, type UndoResult, type UndoWork } from './undo.ts'
import { refusals, rehearsed } from './undo-guards.ts'

/** A record that stays because somebody wrote it after the import. */
export interface KeptRecord {
  readonly id: number
  readonly title: string | null
  readonly at: string
  readonly user: string | null
}

export interface UndoForecast extends Omit<UndoResult, 'kept_rows'> {
  /** Some of the records that were edited since, the latest first. */
  readonly edited: readonly KeptRecord[]
  readonly edited_total: number
}

const shown = 10

/** Nobody waits for how far it is. */
const alone: JobContext = { signal: new AbortController().signal, progress: () => {} }

/** What taking an import back would do at the moment; nothing is changed. */
export async function foreseeUndo(work: UndoWork, write: WriteContext): Promise<UndoForecast> {
  const { tx, screen, scope } = work
  const table = screen.table!
  const { deleted, restored, kept } = isHooked(write)
    ? await rehearsed(work, () => undoThroughHooks(work, write, alone))
    : await foretold({ ...work, refused: await rehearsed(work, () => refusals(work, write)) }, write)
  if (kept === 0 || !table.history) return { deleted, restored, kept, edited: [], edited_total: 0 }
  const rows = sql`${id(table.name)} t join ${written(work)} on t.organization_id = ${scope.organizationId} and t.id = w.record_id`
  const title = screen.fields.find(({ name }) => name === (screen.title ?? table.key[0]))
  const edited = await tx.query<KeptRecord & { all_rows: number }>(sql`
    select t.id, ${raw(title ? `(${fieldSql(title).sql})::text` : 'null')} as title, later.at, u.name as "user", count(*) over () as all_rows
      from ${rows}
      join lateral (select h.at, h.user_id from history h where h.organization_id = ${scope.organizationId} and h.screen = ${screen.name}
                      and h.record_id = w.record_id and h.id > w.id and ${isStanding(work.uploadId, 'h')} order by h.id desc limit 1) later on true
      left join app_user u on u.organization_id = t.organization_id and u.id = later.user_id
     order by later.at desc limit ${shown}`)
  return {
    deleted,
    restored,
    kept,
    edited: edited.map(({ all_rows: _all, ...record }) => record),
    edited_total: edited[0]?.all_rows ?? 0,
  }
}

async function foretold(work: UndoWork, { screens }: WriteContext): Promise<Omit<UndoResult, 'kept_rows'>> {
  const { tx, screen, scope } = work
  const table = screen.table!
  const [counts] = await tx.query<{ total: number; deleted: number; restored: number; returned: number }>(sql`
    with recursive ${goingAndStaying(work, screens)}
    select (select count(*) from ${written(work)} left join ${id(table.name)} t on t.organization_id = ${scope.organizationId} and t.id = w.record_id
             where t.id is not null or w.operation = 'update') as total,
           (select count(*) from going g where not exists (select from stay s where s.id = g.id)) as deleted,
           (select count(*) from ${id(table.name)} t join ${written(work)} on t.organization_id = ${scope.organizationId} and t.id = w.record_id
             where w.operation = 'update' and ${untouched(work)} and ${table.history}) as restored,
           (select count(*) from ${returning(work)}) as returned`)
  const { total, deleted, restored: changed, returned } = counts!
  return { deleted, restored: changed + returned, kept: total - deleted - changed }
}
