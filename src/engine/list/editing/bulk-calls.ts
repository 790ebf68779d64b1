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

/** What one piece of a change answers. */
interface UpdatedPiece extends BulkAnswer {
  readonly matched: number | null
  readonly updated: number
  readonly unchanged: number
  readonly next?: number | null
  readonly samples?: readonly Sample[]
  readonly undo?: readonly UndoUpdate[]
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
}

export interface BulkDeleted extends BulkAnswer {
  readonly deleted: number
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
async function* piecesOf(
  scope: Scope,
  filters: ListParameters,
  ask: (target: object) => Promise<UpdatedPiece>,
): AsyncGenerator<UpdatedPiece> {
  if (scope.kind === 'ids') {
    for (let from = 0; from < scope.ids.length; from += inPiece)
      yield { ...(await ask({ ids: scope.ids.slice(from, from + inPiece) })), matched: scope.ids.length }
    return
  }
  let after: number | null = 0
  while (after !== null) {
    const piece: UpdatedPiece = await ask({ ...targetOf(scope, filters), limit: inPiece, after })
    yield piece
    after = piece.next ?? null
  }
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
})

/** The bulk calls of a collection; each that writes makes its lists be asked for again. */
export const bulkCalls = (client: QueryClient, endpoint: string, scope: Scope, filters: ListParameters) => {
  const told = () => client.invalidateQueries({ queryKey: recordKeys.all(endpoint) })
  return {
    /** Changes piece by piece; what is through stays, whatever ends it. */
    update: async (change: BulkChange, isPreview: boolean, { signal, onProgress }: Running): Promise<BulkUpdated> => {
      let sum = untouched
      const ask = (target: object): Promise<UpdatedPiece> =>
        api.post<UpdatedPiece>(`${endpoint}/bulk-update`, {
          json: { ...target, ...change, dry_run: isPreview, with_undo: true },
          // A piece that writes is let through: afterwards one knows what it did.
          ...(isPreview ? { signal } : {}),
        })
      try {
        for await (const piece of piecesOf(scope, filters, ask)) {
          sum = joined(sum, piece)
          onProgress(sum.done, sum.matched)
          if (signal.aborted) break
        }
      } catch (error) {
        if (isPreview || sum.done === 0) throw error
        sum = { ...sum, error }
      }
      if (!isPreview) await told()
      return sum
    },
    remove: async (isPreview: boolean, signal?: AbortSignal): Promise<BulkDeleted> => {
      const answer = await api.post<BulkDeleted>(`${endpoint}/bulk-delete`, {
        json: { ...targetOf(scope, filters), dry_run: isPreview, with_undo: true },
        ...(signal ? { signal } : {}),
      })
      if (!isPreview) await told()
      return answer
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
