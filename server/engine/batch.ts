import { AppError, type Issue } from '../errors.ts'
import { id, sql } from '../store/sql.ts'
import { bulkDelete } from './bulk-delete.ts'
import { locksOf, nameOf, previewed, refusal } from './bulk.ts'
import type { Refused } from './bulk.ts'
import { lockWaysOf } from './circles.ts'
import { selectList } from './columns.ts'
import { makeOnce } from './make-once.ts'
import { readSome, type RecordAnswer } from './one.ts'
import type { Row } from './page.ts'
import { andSeen } from './seen-rows.ts'
import { updateMany } from './update-many.ts'
import type { Values, WriteContext } from './write-check.ts'

/** Changes of single records that are sent together, such as staged edits of a list or a pasted block. */
export interface Batch {
  readonly create: readonly Values[]
  /** One for each that is created: asked again under it, none is made twice. */
  readonly keys?: readonly string[] | undefined
  readonly update: readonly {
    readonly id: number
    readonly row_version?: number | undefined
    readonly changes: Values
  }[]
  readonly delete: readonly { readonly id: number; readonly row_version?: number | undefined }[]
  readonly isPreview: boolean
  /** Nothing is written unless everything can be. */
  readonly isWhole: boolean
}

type Reason = Omit<Refused, 'id' | 'key'>

/** What became of one entry, in the place it was sent in. */
export type Result =
  | { readonly status: 'created' | 'updated' | 'unchanged'; readonly record: RecordAnswer }
  | { readonly status: 'deleted'; readonly id: number; readonly key: string }
  | ({ readonly status: 'failed'; readonly id: number | null; readonly key: string | null } & Reason)

interface Results {
  readonly create: Result[]
  readonly update: Result[]
  readonly delete: Result[]
}

export interface BatchAnswer extends Results {
  readonly dry_run: boolean
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly deleted: number
  readonly failed: number
}

/** Writes the entries one by one, deletions last; those that are refused take nothing of the others back, unless `isWhole`: then VALIDATION names all of them and nothing is written. */
export async function writeBatch(context: WriteContext, batch: Batch): Promise<BatchAnswer> {
  const results = await previewed(context, batch.isPreview, async () => ({
    update: await updateEntries(context, batch.update),
    create: await createEntries(context, batch.create, batch.keys),
    delete: await deleteEntries(context, batch.delete),
  }))
  const all = [...results.create, ...results.update, ...results.delete]
  const count = (status: Result['status']): number => all.filter((result) => result.status === status).length
  const failed = count('failed')
  if (failed > 0 && batch.isWhole && !batch.isPreview) throw nothingWritten(results, failed, all.length)
  return {
    dry_run: batch.isPreview,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    deleted: count('deleted'),
    failed,
    ...results,
  }
}

function nothingWritten(results: Results, failed: number, all: number): AppError {
  const issues = (['create', 'update', 'delete'] as const).flatMap((kind) =>
    results[kind].flatMap((result, at): Issue[] =>
      result.status === 'failed' ? result.issues.map((issue) => ({ ...issue, path: [kind, at, ...issue.path] })) : [],
    ),
  )
  const message = `Nothing was saved: ${failed} of ${all} records cannot be saved as they are.`
  return new AppError('VALIDATION', { message, issues, details: { failed } })
}

const failedResult = (named: { id: number | null; key: string | null }, error: unknown): Result => {
  const { id: _id, key: _key, ...reason } = refusal({ id: 0, key: '' }, error)
  return { status: 'failed', ...named, ...reason }
}

async function createEntries(
  context: WriteContext,
  bodies: readonly Values[],
  keys: readonly string[] = [],
): Promise<Result[]> {
  const results = new Map<number, Result>()
  const made = new Map<number, number>()
  let waiting = bodies.map((_, at) => at)
  // What refers to another new record can be made once that one is there, in whichever order they were sent.
  for (;;) {
    const still: number[] = []
    for (const at of waiting) {
      try {
        made.set(at, await context.tx.attempt(() => makeOnce(context, keys[at], bodies[at]!)))
      } catch (error) {
        results.set(at, failedResult({ id: null, key: null }, error))
        if (isMissingReference(error)) still.push(at)
      }
    }
    if (still.length === 0 || still.length === waiting.length) break
    waiting = still
  }
  const records = await readSome(context, [...made.values()])
  for (const [at, recordId] of made) results.set(at, { status: 'created', record: records.get(recordId)! })
  return bodies.map((_, at) => results.get(at)!)
}

const isMissingReference = (error: unknown): boolean =>
  error instanceof AppError && (error.issues ?? []).some((issue) => issue.code === 'reference')

async function lockedRows(context: WriteContext, ids: readonly number[]): Promise<Map<number, Row>> {
  const { tx, screen } = context
  if (ids.length === 0) return new Map()
  const rows = await tx.query<Row>(sql`
    select ${selectList(screen.fields)} from ${id(screen.table!.name)} t
     where ${byIds(context, ids)} order by t.id for update`)
  return new Map(rows.map((row) => [row.id, row]))
}

const byIds = ({ screen, caller, screens }: WriteContext, ids: readonly number[]) =>
  sql`t.organization_id = ${caller.organizationId} and t.id = any(${ids}::bigint[])${andSeen(screen, caller, screens)}`

async function updateEntries(context: WriteContext, entries: Batch['update']): Promise<Result[]> {
  const ids = entries.map((entry) => entry.id)
  const { tx, screen, caller } = context
  await lockWaysOf(
    tx,
    screen,
    caller.organizationId,
    entries.map(({ changes }) => changes),
  )
  const rows = await lockedRows(context, ids)
  const locks = ids.length > 0 ? await locksOf(context, byIds(context, ids)) : new Map<number, AppError>()
  const refused = new Map<number, AppError>(locks)
  for (const recordId of ids) if (!rows.has(recordId)) refused.set(recordId, new AppError('NOT_FOUND'))
  const wanted = entries
    .filter((entry) => !refused.has(entry.id))
    .map((entry) => ({ row: rows.get(entry.id)!, body: { ...entry.changes, row_version: entry.row_version } }))
  const became = new Map((await updateMany(context, wanted)).map((one) => [one.row.id, one]))
  const records = await readSome(
    context,
    [...became.values()].flatMap((one) => (one.error ? [] : [one.row.id])),
  )
  return entries.map(({ id: recordId }) => {
    const one = became.get(recordId)
    const error = refused.get(recordId) ?? one?.error
    const row = rows.get(recordId)
    if (error)
      return failedResult({ id: recordId, key: row ? nameOf(context.screen, context.caller, row).key : null }, error)
    const status = Object.keys(one!.changes).length > 0 ? 'updated' : 'unchanged'
    return { status, record: records.get(recordId)! }
  })
}

async function deleteEntries(context: WriteContext, entries: Batch['delete']): Promise<Result[]> {
  if (entries.length === 0) return []
  const ids = entries.map((entry) => entry.id)
  const rows = await lockedRows(context, ids)
  const versions = new Map(
    entries.flatMap(({ id: one, row_version: read }) => (read === undefined ? [] : [[one, read]])),
  )
  const { failed } = await bulkDelete(context, {
    where: byIds(context, ids),
    ids,
    versions,
    isPreview: false,
    wantsUndo: false,
  })
  const refused = new Map(failed.map((one) => [one.id, one]))
  return ids.map((recordId): Result => {
    const row = rows.get(recordId)
    const key = row ? nameOf(context.screen, context.caller, row).key : null
    const reason = refused.get(recordId)
    return reason ? { ...reason, status: 'failed', key } : { status: 'deleted', id: recordId, key: key! }
  })
}
