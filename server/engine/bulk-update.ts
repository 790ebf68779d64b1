import { fieldNamed } from '#src/definition'
import { bulkOperationProblem, bulkResult, type BulkOperation } from '#src/definition/bulk-operations.ts'
import { AppError, type Issue } from '../errors.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import {
  countTargets,
  idsOfPiece,
  locksOf,
  missingRecords,
  mostSamples,
  nameOf,
  previewed,
  refusal,
  Refusals,
} from './bulk.ts'
import type { Piece, Refused } from './bulk.ts'
import { lockWaysOf } from './circles.ts'
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
  /** What is reckoned from the values that stand there. */
  readonly operations: readonly BulkOperation[]
  /** Only so many of the records, those after an id; the whole in one piece otherwise. */
  readonly piece?: Piece | undefined
  /** The versions that were read, by id; records without one are changed in any version. */
  readonly versions: ReadonlyMap<number, number>
  readonly isPreview: boolean
  readonly wantsUndo: boolean
  /** Answers with the versions of all that was looked at, before any change. */
  readonly wantsVersions: boolean
}

/** What became of the records of a bulk call; each is counted once. */
export interface BulkUpdated {
  readonly dry_run: boolean
  /** null for a later piece: it was counted with the first. */
  readonly matched: number | null
  /** Of a piece: the id to go on after; null when all is done. */
  readonly next?: number | null
  readonly updated: number
  readonly unchanged: number
  readonly failed_count: number
  /** The first two thousand that were refused. */
  readonly failed: readonly Refused[]
  /** dry_run: the first records that would change, with old and new values. */
  readonly samples?: readonly { readonly id: number; readonly key: string; readonly changes: Changes }[]
  /** What a batch takes to bring the old values back, unless somebody changes a record before. */
  readonly undo?: readonly UndoEntry[]
  /** The versions of the records that were looked at, by id: what a later call is held against. */
  readonly versions?: Readonly<Record<string, number>>
}

interface UndoEntry {
  readonly id: number
  readonly row_version: number
  readonly changes: Values
}

const batch = 500

/** Writes the same changes into every record that is found; a record that does not take them stays as it is and is named. */
export async function bulkUpdate(context: WriteContext, asked: BulkUpdate): Promise<BulkUpdated> {
  const { tx, screen, caller } = context
  demandWritable(context, asked)
  await lockWaysOf(tx, screen, caller.organizationId, [asked.changes])
  const matched = await countTargets(context, asked.where, asked.piece)
  const piece = asked.piece && (await idsOfPiece(context, asked.where, asked.piece))
  const found = piece ? sql`${asked.where} and t.id = any(${piece}::bigint[])` : asked.where
  const locks = await locksOf(context, found)
  const refusals = new Refusals()
  const samples: { id: number; key: string; changes: Changes }[] = []
  const undo: UndoEntry[] = []
  let [updated, unchanged] = [0, 0]
  const seen = new Map<number, number>()
  const statement = sql`
    select ${selectList(screen.fields)} from ${id(screen.table!.name)} t where ${found} order by t.id for update`
  await previewed(context, asked.isPreview, async () => {
    for await (const rows of cursorRows<Row>(tx, statement, batch)) {
      const free = rows.filter((row) => {
        seen.set(row.id, row.row_version)
        const lock = locks.get(row.id)
        if (lock) refusals.add(refusal(nameOf(screen, caller, row), lock))
        return !lock
      })
      const became = await updateMany(
        context,
        free.map((row) => ({
          row,
          body: { ...changedBy(context, asked, row), row_version: asked.versions.get(row.id) },
        })),
      )
      for (const { row, changes, error } of became) {
        if (error) refusals.add(refusal(nameOf(screen, caller, row), error))
        else if (Object.keys(changes).length === 0) unchanged += 1
        else {
          updated += 1
          if (asked.wantsUndo) undo.push(undoEntry(context, row, changes))
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
    ...(piece ? { next: piece.length === asked.piece!.limit ? (piece.at(-1) ?? null) : null } : {}),
    updated,
    unchanged,
    failed_count: refusals.count,
    failed: refusals.named,
    ...(asked.isPreview ? { samples } : {}),
    ...(asked.wantsUndo ? { undo } : {}),
    ...(asked.wantsVersions ? { versions: Object.fromEntries(seen) } : {}),
  }
}

function undoEntry(context: WriteContext, row: Row, changes: Changes): UndoEntry {
  const { screen, caller } = context
  const old = Object.entries(shown(context, changes))
    .filter(([name]) => !fieldNamed(screen.fields, name).readOnly && mayWriteField(caller, screen, name))
    .map(([name, [before]]) => [name, before] as const)
  return { id: row.id, row_version: row.row_version + 1, changes: Object.fromEntries(old) }
}

const shown = ({ screen, caller }: WriteContext, changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => mayReadField(caller, screen, name)))

function changedBy({ screen }: WriteContext, { changes, operations }: BulkUpdate, row: Row): Values {
  if (operations.length === 0) return changes
  const reckoned = operations.map((operation) => {
    const { field: name } = operation
    return [name, bulkResult(fieldNamed(screen.fields, name), operation, row[name])] as const
  })
  return { ...changes, ...Object.fromEntries(reckoned) }
}

// What no record can take is one mistake of the call, not one of every record.
function demandWritable({ screen, caller }: WriteContext, { changes, operations }: BulkUpdate): void {
  const names = [...Object.keys(changes), ...operations.map(({ field }) => field)]
  if (names.length === 0) throw new AppError('BAD_REQUEST', { message: 'Choose what to change first.' })
  const issues = names.flatMap((name): Issue[] => {
    const known = screen.fields.some((field) => field.name === name)
    if (!known) return [{ path: ['changes', name], code: 'unknown', message: `There is no field ${name}` }]
    const field = fieldNamed(screen.fields, name)
    if (field.readOnly || !mayWriteField(caller, screen, name))
      return [{ path: ['changes', name], code: 'denied', message: `${field.label} cannot be changed by you` }]
    return field.immutable
      ? [{ path: ['changes', name], code: 'immutable', message: `${field.label} cannot be changed once it is saved` }]
      : []
  })
  for (const [at, operation] of issues.length > 0 ? [] : operations.entries()) {
    const message = bulkOperationProblem(fieldNamed(screen.fields, operation.field), operation)
    if (message !== null) issues.push({ path: ['operations', at], code: 'invalid', message })
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    issues.push({ path: ['changes', twice], code: 'duplicate', message: `${twice} is named twice` })
  if (issues.length > 0) throw new AppError('VALIDATION', { message: issues[0]!.message, issues })
}
