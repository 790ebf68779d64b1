import type { QueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { recordKeys } from '#src/data/records.ts'

export interface DeleteOutcome {
  readonly failed: readonly { readonly id: number; readonly reason: string }[]
}

const atOnce = 4

/** Deletes records one by one, a few at a time, and says which could not be deleted and why. */
export async function deleteEach(
  client: QueryClient,
  endpoint: string,
  ids: readonly number[],
): Promise<DeleteOutcome> {
  const waiting = [...ids]
  const failed: { id: number; reason: string }[] = []
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await api.delete(`${endpoint}/${id}`)
      } catch (error) {
        failed.push({ id, reason: errorMessage(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work))
  await client.invalidateQueries({ queryKey: recordKeys.all(endpoint) })
  return { failed: failed.toSorted((a, b) => a.id - b.id) }
}
