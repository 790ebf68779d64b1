import type { QueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { recordKeys, type ListParameters } from '#src/data/records.ts'
import { failureReason, type RecordOutcome } from '#src/widgets/outcome/outcome.ts'
import type { Scope } from '../selection.ts'

interface Refused {
  readonly id: number
  readonly key: string
  readonly message: string
  readonly issues: readonly { readonly message: string }[]
}

interface BulkAnswer {
  readonly matched: number
  readonly failed_count: number
  /** The first two thousand. */
  readonly failed: readonly Refused[]
}

export interface BulkUpdated extends BulkAnswer {
  readonly updated: number
  readonly unchanged: number
  /** Of a dry run: the first records that would change, old and new by field. */
  readonly samples?: readonly {
    readonly id: number
    readonly key: string
    readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
  }[]
}

export interface BulkDeleted extends BulkAnswer {
  readonly deleted: number
}

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

/** The bulk calls of a collection; each that writes makes its lists be asked for again. */
export const bulkCalls = (client: QueryClient, endpoint: string, scope: Scope, filters: ListParameters) => {
  const target = targetOf(scope, filters)
  const call = async <T>(path: string, body: object, isPreview: boolean, signal?: AbortSignal): Promise<T> => {
    const answer = await api.post<T>(`${endpoint}/${path}`, {
      json: { ...target, ...body, dry_run: isPreview },
      ...(signal ? { signal } : {}),
    })
    if (!isPreview) await client.invalidateQueries({ queryKey: recordKeys.all(endpoint) })
    return answer
  }
  return {
    update: (changes: Readonly<Record<string, unknown>>, isPreview: boolean): Promise<BulkUpdated> =>
      call('bulk-update', { changes }, isPreview),
    remove: (isPreview: boolean, signal?: AbortSignal): Promise<BulkDeleted> =>
      call('bulk-delete', {}, isPreview, signal),
  }
}

/** What a bulk call came to, as it is shown. */
export const bulkOutcome = (done: number, { failed, failed_count: failedCount }: BulkAnswer): RecordOutcome => ({
  done,
  skipped: [],
  failed: failed.map((refused) => ({ id: refused.id, key: refused.key, reason: failureReason(refused) })),
  failedCount,
})
