import { fieldNamed } from '#src/definition'
import { AppError } from '../errors.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import { countTargets, locksOf, missingRecords, mostSamples, nameOf, previewed, refusal, Refusals } from './bulk.ts'
import type { Refused } from './bulk.ts'
import { selectList } from './columns.ts'
import { counts } from './count-cache.ts'
import type { Changes } from './history.ts'
import { mayReadField, mayWriteField } from './screen-access.ts'
import { cursorRows } from './stream-rows.ts'
import { updateMany } from './update-many.ts'
import type { Row } from './page.ts'
import type { Values, WriteContext } from './write-check.ts'

export interface BulkUpdate {
  /** Finds the records on the row `t`; nothing outside the caller's organisation. */
  readonly where: Sql
  /** The ids that were asked for, so that one that is gone is told. */
  readonly ids?: readonly number[] | undefined
  readonly changes: Values
  /** The versions that were read, by id; records without one are changed in any version. */
  readonly versions: ReadonlyMap<number, number>
  readonly isPreview: boolean
}

/** What became of the records of a bulk call; each is counted once. */
export interface BulkUpdated {
  readonly dry_run: boolean
  readonly matched: number
  readonly updated: number
  readonly unchanged: number
  readonly failed_count: number
  /** The first two thousand that were refused. */
  readonly failed: readonly Refused[]
  /** dry_run: the first records that would change, with old and new values. */
  readonly samples?: readonly { readonly id: number; readonly key: string; readonly changes: Changes }[]
}

const batch = 500

/** Writes the same changes into every record that is found; a record that does not take them stays as it is and is named. */
export async function bulkUpdate(context: WriteContext, asked: BulkUpdate): Promise<BulkUpdated> {
  const { tx, screen, caller } = context
  demandWritable(context, asked.changes)
  const matched = await countTargets(context, asked.where)
  const locks = await locksOf(context, asked.where)
  const refusals = new Refusals()
  const samples: { id: number; key: string; changes: Changes }[] = []
  let [updated, unchanged] = [0, 0]
  const seen = new Set<number>()
  const statement = sql`
    select ${selectList(screen.fields)} from ${id(screen.table!.name)} t where ${asked.where} order by t.id for update`
  await previewed(context, asked.isPreview, async () => {
    for await (const rows of cursorRows<Row>(tx, statement, batch)) {
      const free = rows.filter((row) => {
        seen.add(row.id)
        const lock = locks.get(row.id)
        if (lock) refusals.add(refusal(nameOf(screen, caller, row), lock))
        return !lock
      })
      const became = await updateMany(
        context,
        free.map((row) => ({ row, body: { ...asked.changes, row_version: asked.versions.get(row.id) } })),
      )
      for (const { row, changes, error } of became) {
        if (error) refusals.add(refusal(nameOf(screen, caller, row), error))
        else if (Object.keys(changes).length === 0) unchanged += 1
        else {
          updated += 1
          if (samples.length < mostSamples)
            samples.push({ ...nameOf(screen, caller, row), changes: shown(context, changes) })
        }
      }
    }
  })
  for (const missing of missingRecords(asked.ids ?? [], seen)) refusals.add(missing)
  tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
  return {
    dry_run: asked.isPreview,
    matched,
    updated,
    unchanged,
    failed_count: refusals.count,
    failed: refusals.named,
    ...(asked.isPreview ? { samples } : {}),
  }
}

const shown = ({ screen, caller }: WriteContext, changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => mayReadField(caller, screen, name)))

// What no record can take is one mistake of the call, not one of every record.
function demandWritable({ screen, caller }: WriteContext, changes: Values): void {
  const names = Object.keys(changes)
  if (names.length === 0) throw new AppError('BAD_REQUEST', { message: 'Choose what to change first.' })
  const issues = names.flatMap((name) => {
    const known = screen.fields.some((field) => field.name === name)
    if (!known) return [{ path: ['changes', name], code: 'unknown', message: `There is no field ${name}` }]
    const field = fieldNamed(screen.fields, name)
    if (field.readOnly || !mayWriteField(caller, screen, name))
      return [{ path: ['changes', name], code: 'denied', message: `${field.label} cannot be changed by you` }]
    return field.immutable
      ? [{ path: ['changes', name], code: 'immutable', message: `${field.label} cannot be changed once it is saved` }]
      : []
  })
  if (issues.length > 0) throw new AppError('VALIDATION', { message: issues[0]!.message, issues })
}
