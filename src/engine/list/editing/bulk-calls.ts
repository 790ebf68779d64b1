import type { BulkOperation } from '#src/definition/bulk-operations.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { recordKeys, type ListParameters } from '#src/data/records.ts'
import { failureReason, type RecordOutcome } from '#src/widgets/outcome/outcome.ts'
import type { Scope } from '../selection.ts'
import { mostUndone, type Undo, type UndoUpdate } from './undo.ts'

interface Refused {
  readonly id: number
  readonly key: string
  readonly code?: string
  readonly message: string
  readonly issues: readonly { readonly message: string }[]
}

interface BulkAnswer {
  readonly failed_count: number
  readonly failed: readonly Refused[]
}

interface Sample {
  readonly id: number
  readonly key: string
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
}

/** The versions of the records of one piece, by id, as a preview saw them. */
type Seen = Readonly<Record<string, number>>

/** What one piece of a change answers. */
interface UpdatedPiece extends BulkAnswer {
  readonly matched: number | null
  readonly updated: number
  readonly unchanged: number
  readonly next?: number | null
  readonly samples?: readonly Sample[]
  readonly undo?: readonly UndoUpdate[]
  readonly versions?: Seen
}

/** What a change came to, of all pieces together. */
export interface BulkUpdated extends BulkAnswer {
  readonly updated: number
  readonly unchanged: number
  /** Of a dry run: the first records that would change, old and new by field. */
  readonly samples: readonly Sample[]
  /** How many records were meant, and how many of them were looked at before it ended. */
  readonly matched: number
  readonly done: number
  /** What ended it before all were looked at; null when it was stopped by hand or went through. */
  readonly error: unknown
  /** What brings the old values back; null for more records than are remembered. */
  readonly undo: readonly UndoUpdate[] | null
  /** Where values are reckoned: the pieces that are still to be changed, none of whose answers came. */
  readonly left: readonly Seen[]
}

/** What one piece of a deletion answers. */
interface DeletedPiece extends BulkAnswer {
  readonly matched: number | null
  readonly deleted: number
  readonly next?: number | null
  readonly undo?: Undo['create']
  /** Of a preview: what else would be lost, in sentences. */
  readonly losses?: readonly string[]
}

export interface BulkDeleted extends BulkAnswer {
  readonly deleted: number
  /** How many records were meant, how many of them were looked at, and what ended it before; null: nothing, or a stop by hand. */
  readonly matched: number
  readonly done: number
  readonly error: unknown
  /** The records as they were; not for very many. */
  readonly undo?: Undo['create']
}

export interface BulkChange {
  readonly changes: Readonly<Record<string, unknown>>
  readonly operations: readonly BulkOperation[]
}

interface Running {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, matched: number) => void
}

// As many as an answer names one by one.
const inPiece = 2000

/** The body of a bulk call for chosen records or for everything the filters let through; the filters go, not the ids. */
function targetOf(scope: Scope, filters: ListParameters) {
  if (scope.kind === 'ids') return { ids: scope.ids }
  const { search, ...others } = filters
  return {
    filters: others,
    ...(search ? { search } : {}),
    ...(Object.keys(filters).length === 0 ? { all: true } : {}),
  }
}

/** The pieces of a scope: chosen records by their ids, a filter from one id to the next. */
async function* piecesOf<P extends { readonly next?: number | null }>(
  scope: Scope,
  filters: ListParameters,
  ask: (target: object) => Promise<P>,
): AsyncGenerator<P> {
  if (scope.kind === 'ids') {
    for (let from = 0; from < scope.ids.length; from += inPiece)
      yield { ...(await ask({ ids: scope.ids.slice(from, from + inPiece) })), matched: scope.ids.length }
    return
  }
  let after: number | null = 0
  while (after !== null) {
    const piece: P = await ask({ ...targetOf(scope, filters), limit: inPiece, after })
    yield piece
    after = piece.next ?? null
  }
}

/**
 * The pieces that a preview saw, each held against the versions it had then. What is reckoned twice is wrong, and a call
 * without an answer may have been carried out: sent again, it finds other versions and changes nothing.
 */
async function* seenPieces(
  left: readonly Seen[],
  ask: (target: object) => Promise<UpdatedPiece>,
): AsyncGenerator<UpdatedPiece> {
  for (const versions of left)
    yield { ...(await ask({ ids: Object.keys(versions).map(Number), row_versions: versions })), matched: null }
}

const untouched: BulkUpdated = {
  updated: 0,
  unchanged: 0,
  failed_count: 0,
  failed: [],
  samples: [],
  matched: 0,
  done: 0,
  error: null,
  undo: [],
  left: [],
}

/** What a change begins with that was looked at. */
export const planOf = ({ matched, left }: BulkUpdated): BulkUpdated => ({ ...untouched, matched, left })

/** How many records of one preview stood otherwise in the one before. */
export function changedSince(before: BulkUpdated['left'], now: BulkUpdated['left']): number {
  const known: Seen = Object.assign({}, ...before)
  return now.flatMap((piece) => Object.entries(piece)).filter(([id, version]) => (known[id] ?? version) !== version)
    .length
}

const remembered = (sum: BulkUpdated['undo'], more: UpdatedPiece['undo'] = []): BulkUpdated['undo'] =>
  sum === null || sum.length + more.length > mostUndone ? null : [...sum, ...more]

const joined = (sum: BulkUpdated, piece: UpdatedPiece): BulkUpdated => ({
  updated: sum.updated + piece.updated,
  unchanged: sum.unchanged + piece.unchanged,
  failed_count: sum.failed_count + piece.failed_count,
  failed: [...sum.failed, ...piece.failed],
  samples: [...sum.samples, ...(piece.samples ?? [])].slice(0, 20),
  matched: piece.matched ?? sum.matched,
  done: sum.done + piece.updated + piece.unchanged + piece.failed_count,
  error: null,
  undo: remembered(sum.undo, piece.undo),
  left: sum.left,
})

const removed = (sum: BulkDeleted, piece: DeletedPiece): BulkDeleted => {
  const undo = sum.undo && piece.undo && sum.undo.length + piece.undo.length <= mostUndone
  return {
    deleted: sum.deleted + piece.deleted,
    failed_count: sum.failed_count + piece.failed_count,
    failed: [...sum.failed, ...piece.failed],
    matched: Math.max(sum.matched, piece.matched ?? 0),
    done: sum.done + piece.deleted + piece.failed_count,
    error: null,
    ...(undo ? { undo: [...sum.undo!, ...piece.undo!] } : {}),
  }
}

/** Deletes piece by piece; records that others of them referred to are tried again once those are gone. */
async function removePieces(
  scope: Scope,
  pieces: (part: Scope) => AsyncGenerator<DeletedPiece>,
  { signal, onProgress }: Running,
): Promise<BulkDeleted> {
  let sum: BulkDeleted = { deleted: 0, failed_count: 0, failed: [], matched: 0, done: 0, error: null, undo: [] }
  let part: Scope | null = scope
  try {
    while (part) {
      const before: number = sum.deleted
      for await (const piece of pieces(part)) {
        sum = removed(sum, piece)
        onProgress(sum.done, sum.matched)
        if (signal.aborted) return sum
      }
      const held: readonly Refused[] = sum.failed.filter(({ code }) => code === 'STILL_REFERENCED')
      part = sum.deleted > before && held.length > 0 ? { kind: 'ids', ids: held.map(({ id }) => id) } : null
      if (part)
        sum = {
          ...sum,
          failed: sum.failed.filter((refused) => !held.includes(refused)),
          failed_count: sum.failed_count - held.length,
          done: sum.done - held.length,
        }
    }
    return sum
  } catch (error) {
    if (sum.deleted === 0) throw error
    return { ...sum, error }
  }
}

/** The bulk calls of a collection; each that writes makes its lists be asked for again. */
export const bulkCalls = (client: QueryClient, endpoint: string, scope: Scope, filters: ListParameters) => {
  const told = () => client.invalidateQueries({ queryKey: recordKeys.all(endpoint) })
  return {
    /** What a change would do; values that are reckoned are remembered as they were seen. */
    preview: async (change: BulkChange, { signal, onProgress }: Running): Promise<BulkUpdated> => {
      let sum = untouched
      const isReckoned = change.operations.length > 0
      const ask = (target: object): Promise<UpdatedPiece> =>
        api.post<UpdatedPiece>(`${endpoint}/bulk-update`, {
          json: { ...target, ...change, dry_run: true, ...(isReckoned ? { with_versions: true } : {}) },
          signal,
          reads: true,
        })
      for await (const piece of piecesOf(scope, filters, ask)) {
        const { versions = {} } = piece
        sum = joined(sum, piece)
        if (Object.keys(versions).length > 0) sum = { ...sum, left: [...sum.left, versions] }
        onProgress(sum.done, sum.matched)
        if (signal.aborted) break
      }
      return sum
    },
    /** Changes piece by piece, or goes on with what an earlier call left; what is through stays, whatever ends it. */
    update: async (change: BulkChange, plan: BulkUpdated, { signal, onProgress }: Running): Promise<BulkUpdated> => {
      let sum: BulkUpdated = { ...plan, error: null }
      // A piece that writes is let through when one stops: afterwards one knows what it did.
      const ask = (target: object): Promise<UpdatedPiece> =>
        api.post<UpdatedPiece>(`${endpoint}/bulk-update`, { json: { ...target, ...change, with_undo: true } })
      try {
        const pieces = plan.left.length > 0 ? seenPieces(plan.left, ask) : piecesOf(scope, filters, ask)
        for await (const piece of pieces) {
          sum = { ...joined(sum, piece), left: sum.left.slice(1) }
          onProgress(sum.done, sum.matched)
          if (signal.aborted) break
        }
      } catch (error) {
        if (sum.done === 0) {
          // Nobody waits for a list that may be out of reach as well.
          void told()
          throw error
        }
        sum = { ...sum, error }
      }
      await told()
      return sum
    },
    /** What a deletion would do; TOO_LARGE for more records than can be looked at in one go. */
    foreseeRemoval: (signal: AbortSignal): Promise<DeletedPiece> =>
      api.post<DeletedPiece>(`${endpoint}/bulk-delete`, {
        json: { ...targetOf(scope, filters), dry_run: true },
        signal,
        reads: true,
      }),
    /** Deletes few records at once, to be undone; many piece by piece: what is gone stays gone, whatever ends it. */
    remove: async (count: number, running: Running): Promise<BulkDeleted> => {
      const ask = (target: object): Promise<DeletedPiece> =>
        api.post<DeletedPiece>(`${endpoint}/bulk-delete`, { json: { ...target, with_undo: true } })
      try {
        if (count > inPiece) return await removePieces(scope, (part) => piecesOf(part, filters, ask), running)
        return { ...(await ask(targetOf(scope, filters))), matched: count, done: count, error: null }
      } finally {
        await told()
      }
    },
  }
}

/** What a bulk call came to, as it is shown. */
export const bulkOutcome = (done: number, { failed, failed_count: failedCount }: BulkAnswer): RecordOutcome => ({
  done,
  skipped: [],
  failed: failed.map((refused) => ({ id: refused.id, key: refused.key, reason: failureReason(refused) })),
  failedCount,
})
