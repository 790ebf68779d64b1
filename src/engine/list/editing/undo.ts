import type { QueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { recordKeys } from '#src/data/records.ts'
import { failureReason, type RecordOutcome } from '#src/widgets/outcome/outcome.ts'

export interface UndoUpdate {
  readonly id: number
  readonly row_version: number
  readonly changes: Readonly<Record<string, unknown>>
}

/** What brings records back to what they were: old values, records to make anew, new ones to take away. */
export interface Undo {
  /** What was done, such as "40 customers changed". */
  readonly words: string
  readonly update: readonly UndoUpdate[]
  readonly create: readonly Readonly<Record<string, unknown>>[]
  readonly remove: readonly { readonly id: number; readonly row_version: number }[]
}

/** How many records it is about. */
export const undoSize = ({ update, create, remove }: Undo): number => update.length + create.length + remove.length

/** Beyond so many records nothing is kept to undo a change; the history of each still knows. */
export const mostUndone = 20_000

interface Failed {
  readonly status: string
  readonly id?: number | null
  readonly key?: string | null
  readonly message?: string
  readonly issues?: readonly { readonly message: string }[]
}

interface BatchAnswer {
  readonly create: readonly Failed[]
  readonly update: readonly Failed[]
  readonly delete: readonly Failed[]
}

const atOnce = 500

/** Undoes piece by piece; a record that somebody has changed since stays as it is and is named. */
export async function runUndo(
  client: QueryClient,
  endpoint: string,
  undo: Undo,
  onProgress: (done: number) => void,
): Promise<RecordOutcome> {
  const entries = [
    ...undo.create.map((entry) => ({ kind: 'create', entry }) as const),
    ...undo.update.map((entry) => ({ kind: 'update', entry }) as const),
    ...undo.remove.map((entry) => ({ kind: 'delete', entry }) as const),
  ]
  const failed: Failed[] = []
  try {
    for (let from = 0; from < entries.length; from += atOnce) {
      const piece = entries.slice(from, from + atOnce)
      const of = (kind: (typeof piece)[number]['kind']) =>
        piece.flatMap((one) => (one.kind === kind ? [one.entry] : []))
      const json = { create: of('create'), update: of('update'), delete: of('delete') }
      const answer = await api.post<BatchAnswer>(`${endpoint}/batch`, { json })
      const all = [...answer.create, ...answer.update, ...answer.delete]
      failed.push(...all.filter(({ status }) => status === 'failed'))
      onProgress(Math.min(from + atOnce, entries.length))
    }
  } finally {
    await client.invalidateQueries({ queryKey: recordKeys.all(endpoint) })
  }
  return {
    done: entries.length - failed.length,
    skipped: [],
    failed: failed.map(({ id = null, key, message = 'This was not undone.', issues = [] }) => ({
      id,
      key: key ?? 'Deleted record',
      reason: failureReason({ message, issues }),
    })),
  }
}
