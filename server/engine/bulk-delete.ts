import { AppError } from '../errors.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import {
  countTargets,
  idsOfPiece,
  locksOf,
  missingRecords,
  mostInPiece,
  mostSamples,
  nameOf,
  previewed,
  refusal,
  Refusals,
  without,
} from './bulk.ts'
import type { Piece, Refused } from './bulk.ts'
import { selectList } from './columns.ts'
import { deleteRecords, stillReferenced } from './delete.ts'
import { namingFields } from './each-record.ts'
import { heldRecords } from './held-records.ts'
import type { Row } from './page.ts'
import { mayReadField, mayWriteField } from './screen-access.ts'
import type { Values, WriteContext } from './write-check.ts'

export interface BulkDelete {
  readonly where: Sql
  readonly ids?: readonly number[] | undefined
  readonly versions: ReadonlyMap<number, number>
  readonly isPreview: boolean
  readonly wantsUndo: boolean
  /** Only so many of the records, those after an id; the whole at once otherwise. */
  readonly piece?: Piece | undefined
}

export interface BulkDeleted {
  readonly dry_run: boolean
  /** null for a later piece: it was counted with the first. */
  readonly matched: number | null
  /** Of a piece: the id to go on after; null when all is done. */
  readonly next?: number | null
  readonly deleted: number
  readonly failed_count: number
  readonly failed: readonly Refused[]
  /** dry_run: what else would be lost with the first of them, in sentences. */
  readonly losses?: readonly string[]
  /** dry_run: the first records that would go. */
  readonly samples?: readonly { readonly id: number; readonly key: string }[]
  /** What a batch takes to make the records anew; not for more than two thousand at once, nor where the caller sees only a part of them. */
  readonly undo?: readonly Values[]
}

/** Deletes every record that is found and may go; one that is referred to, being edited or refused by its rules stays and is named. */
export async function bulkDelete(context: WriteContext, asked: BulkDelete): Promise<BulkDeleted> {
  const { tx, screen, caller, hooks } = context
  const matched = await countTargets(context, asked.where, asked.piece)
  const piece = asked.piece && (await idsOfPiece(context, asked.where, asked.piece))
  const where = piece ? sql`${asked.where} and t.id = any(${piece}::bigint[])` : asked.where
  const isKept =
    asked.wantsUndo &&
    (piece !== undefined || (matched !== null && matched <= mostInPiece)) &&
    screen.fields.every(({ name }) => mayReadField(caller, screen, name))
  const naming = namingFields(screen)
  const named = screen.fields.filter(({ name }) => naming.includes(name))
  const found = await tx.query<Row>(sql`
    select ${selectList(isKept ? screen.fields : named)} from ${id(screen.table!.name)} t
     where ${where} order by t.id for update`)
  const refused = new Map<number, AppError>(await locksOf(context, where))
  const tell = (row: Row, error: unknown): void => {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    refused.set(row.id, error)
  }
  for (const row of found) {
    const version = asked.versions.get(row.id)
    if (version !== undefined && version !== row.row_version) refused.set(row.id, new AppError('ROW_CONFLICT'))
  }
  for (const [recordId, held] of await heldRecords(context, without(where, refused.keys())))
    refused.set(recordId, stillReferenced([held]))
  const rest = without(where, refused.keys())
  const deleted = await previewed(context, asked.isPreview, () =>
    hooks.beforeDelete
      ? deleteOneByOne(
          context,
          found.filter((row) => !refused.has(row.id)),
          tell,
        )
      : deleteRecords(context, rest),
  )
  const refusals = new Refusals()
  for (const row of found) {
    const error = refused.get(row.id)
    if (error) refusals.add(refusal(nameOf(screen, caller, row), error))
  }
  for (const missing of missingRecords(asked.ids ?? [], new Set(found.map((row) => row.id)))) refusals.add(missing)
  const samples = found.filter((row) => !refused.has(row.id)).slice(0, mostSamples)
  const losses = asked.isPreview && samples.length > 0 ? await hooks.losses?.(context, samples) : undefined
  return {
    dry_run: asked.isPreview,
    matched,
    ...(piece ? { next: piece.length === asked.piece!.limit ? (piece.at(-1) ?? null) : null } : {}),
    deleted,
    failed_count: refusals.count,
    failed: refusals.named,
    ...(isKept ? { undo: found.filter((row) => !refused.has(row.id)).map((row) => writableValues(context, row)) } : {}),
    ...(losses && losses.length > 0 ? { losses } : {}),
    ...(asked.isPreview ? { samples: samples.map((row) => nameOf(screen, caller, row)) } : {}),
  }
}

const writableValues = ({ screen, caller }: WriteContext, row: Row): Values =>
  Object.fromEntries(
    screen.fields
      .filter((field) => !field.readOnly && mayWriteField(caller, screen, field.name) && row[field.name] !== null)
      .map(({ name }) => [name, row[name]]),
  )

async function deleteOneByOne(
  context: WriteContext,
  rows: readonly Row[],
  tell: (row: Row, error: unknown) => void,
): Promise<number> {
  const { tx, caller } = context
  const blocked = new Map<Row, AppError>()
  let deleted = 0
  for (const row of rows) {
    const where = sql`t.organization_id = ${caller.organizationId} and t.id = ${row.id}`
    try {
      deleted += await tx.attempt(() => deleteRecords(context, where))
    } catch (error) {
      if (error instanceof AppError && error.code === 'STILL_REFERENCED') blocked.set(row, error)
      else tell(row, error)
    }
  }
  // What stood in the way may be gone now.
  if (deleted > 0 && blocked.size > 0) return deleted + (await deleteOneByOne(context, [...blocked.keys()], tell))
  for (const [row, error] of blocked) tell(row, error)
  return deleted
}
