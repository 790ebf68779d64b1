import type { QueryClient } from '@tanstack/react-query'
import { summaryQuery } from './list-records.ts'
import type { ListModel } from './use-list-page.ts'

/** Goes to the last page there really is: what was estimated is counted for it. */
export async function goToLastPage(
  client: QueryClient,
  { screen, state, change, records }: Pick<ListModel, 'screen' | 'state' | 'change' | 'records'>,
): Promise<void> {
  records.countExactly()
  const query = summaryQuery(client, { endpoint: records.endpoint, screen: screen.name, parameters: records.exactly })
  // Where it fails the count says so.
  const counted = await client.fetchQuery(query).catch(() => null)
  if (counted?.total_record == null) return
  const page = Math.max(1, Math.ceil(counted.total_record / state.limit))
  change((current) => ({ ...current, page }))
}
