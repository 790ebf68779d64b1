import type { Field } from '#src/definition'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { errorMessage, isUnanswered } from '#src/data/api-error.ts'
import { recordKeys } from '#src/data/records.ts'
import { checkStaged } from './check-staged.ts'
import type { Undo } from './undo.ts'
import {
  collisions,
  putRecords,
  rebased,
  unstage,
  type Refusal,
  type StagedRecord,
  type Staging,
  type Values,
} from './staging.ts'

/** What became of one record of a save. */
export interface Saved {
  readonly key: string
  readonly refusal: Refusal | null
  /** The record as it was saved; null where it was not. */
  readonly record: { readonly id: number; readonly row_version: number } | null
}

export interface SaveAnswer {
  readonly saved: readonly Saved[]
  /** What ended the save before all was sent; what is named in `saved` is through all the same. */
  readonly error: unknown
}

/** One entry's answer of `POST <endpoint>/batch`, in the place it was sent in. */
type BatchResult =
  | { readonly status: 'created' | 'updated' | 'unchanged'; readonly record: NonNullable<Saved['record']> }
  | {
      readonly status: 'failed'
      readonly message: string
      readonly issues: Refusal['issues']
      readonly details?: { readonly current?: Values }
    }

interface BatchAnswer {
  readonly create: readonly BatchResult[]
  readonly update: readonly BatchResult[]
}

interface SaveRequest {
  readonly client: QueryClient
  readonly endpoint: string
  readonly fields: readonly Field[]
  readonly records: readonly StagedRecord[]
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

const atOnce = 200

/** Saves staged records piece by piece, each record by itself; those that are refused come back with the reason. */
export async function saveStaged(request: SaveRequest): Promise<SaveAnswer> {
  const { client, endpoint, records, signal, onProgress } = request
  const saved: Saved[] = []
  let error: unknown = null
  try {
    for (let from = 0; from < records.length && !signal.aborted; from += atOnce) {
      saved.push(...(await savePiece(request, records.slice(from, from + atOnce))))
      onProgress(saved.length)
    }
  } catch (thrown) {
    error = thrown
  }
  await client.invalidateQueries({ queryKey: recordKeys.all(endpoint) })
  return { saved, error }
}

async function savePiece(
  { endpoint, fields }: SaveRequest,
  records: readonly StagedRecord[],
): Promise<readonly Saved[]> {
  const [created, updated] = [
    records.filter((record) => record.id === null),
    records.filter((record) => record.id !== null),
  ]
  const answer = await api.post<BatchAnswer>(`${endpoint}/batch`, {
    json: {
      create: created.map((record) => checkStaged(record, fields).values),
      // Where no answer came they may be saved: sent again under the same keys they are not made twice.
      create_keys: created.map((record) => record.key),
      update: updated.map((record) => ({
        id: record.id,
        row_version: record.base['row_version'],
        changes: checkStaged(record, fields).values,
      })),
    },
  })
  return [
    ...created.map((record, at) => became(record, answer.create[at])),
    ...updated.map((record, at) => became(record, answer.update[at])),
  ]
}

function became({ key }: StagedRecord, result: BatchResult | undefined): Saved {
  if (result && result.status !== 'failed') return { key, refusal: null, record: result.record }
  const { message = 'This was not saved.', issues = [], details } = result ?? {}
  const own = issues.filter((issue) => issue.path.length > 0)
  return { key, refusal: { message, issues: own, current: details?.current ?? null }, record: null }
}

/** What takes a save back: the values that were there before, and the new records away again. */
export function undoOfSave(
  staging: Staging,
  saved: readonly Saved[],
  fields: readonly Field[],
): Pick<Undo, 'update' | 'remove'> {
  const through = saved.flatMap(({ key, record }) => {
    const before = staging.get(key)
    return record && before ? [{ before, record }] : []
  })
  return {
    update: through
      .filter(({ before }) => before.id !== null)
      .map(({ before, record: { id, row_version } }) => {
        const names = Object.keys({ ...before.values, ...checkStaged(before, fields).cleared })
        const changes = Object.fromEntries(names.map((name) => [name, before.base[name] ?? null]))
        return { id, row_version, changes }
      }),
    remove: through
      .filter(({ before }) => before.id === null)
      .map(({ record: { id, row_version } }) => ({ id, row_version })),
  }
}

/** What is left to do after a save: refused records stay with the reason, what only others changed elsewhere goes below one's own changes. */
export function afterSave(staging: Staging, saved: readonly Saved[], fields: readonly Field[]): Staging {
  const through = saved.filter(({ refusal }) => refusal === null).map(({ key }) => key)
  const left = saved.flatMap(({ key, refusal }) => {
    const record = staging.get(key)
    if (!record || !refusal) return []
    const refused = { ...record, refusal }
    const isDisjoint = refusal.current && collisions(refused, fields).length === 0
    return [isDisjoint ? rebased(record, refusal.current, fields) : refused]
  })
  return putRecords(unstage(staging, through), left)
}

/** The records of a save that others changed meanwhile, but in other fields: they can be saved again at once. */
export const mergeable = (staging: Staging, saved: readonly Saved[]): readonly StagedRecord[] =>
  saved.flatMap(({ key, refusal }) => {
    const record = staging.get(key)
    return refusal?.current && record && !record.refusal ? [record] : []
  })

/** A save that is over: the records it was to save, and what ended it before all were sent. */
export interface EndedSave {
  readonly keys: readonly string[]
  readonly error: unknown
}

/** What a save left undone, in words; null once nothing of it is left. Asked of what is staged now, for conflicts are settled after it. */
export function leftBySave(
  { keys, error }: EndedSave,
  staging: Staging,
  words: (count: number) => string,
): string | null {
  const left = keys.flatMap((key) => staging.get(key) ?? [])
  if (error) {
    const unsaved =
      left.length === 0 ? '' : ` ${words(left.length)} not saved${isUnanswered(error) ? ', as far as is known' : ''}.`
    return `${errorMessage(error)}${unsaved}`
  }
  const refused = left.filter(({ refusal }) => refusal !== undefined).length
  return refused === 0 ? null : `${words(refused)} not saved. The reasons stand below.`
}
