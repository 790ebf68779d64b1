import { useQuery } from '@tanstack/react-query'
import type { Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import { recordKeys, type ApiRecord } from '#src/data/records.ts'

const none: readonly string[] = []

/** What else is lost when a record is deleted, in sentences; asked once somebody is about to, where deleting does more than that. */
export function useLosses(
  { name, endpoint, hooks }: Screen,
  { id, row_version: version }: ApiRecord,
  isAsking: boolean,
): readonly string[] {
  const path = endpoint ?? name
  const { data } = useQuery({
    queryKey: [...recordKeys.all(path), 'losses', id, version],
    queryFn: ({ signal }) =>
      api.post<{ readonly losses?: readonly string[] }>(`${path}/bulk-delete`, {
        json: { ids: [id], dry_run: true },
        signal,
        reads: true,
      }),
    enabled: isAsking && hooks !== null,
    gcTime: 0,
    retry: false,
    // An extra: what stands against the deletion is told by the deletion.
    meta: { quiet: true },
  })
  return data?.losses ?? none
}
