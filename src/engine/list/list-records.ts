import type { Screen } from '#src/definition'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { pageParameters } from '#src/definition/page-parameters.ts'
import { listQuery, type ListParameters, type ListRequest } from '#src/data/records.ts'
import { scopeParameters, type ListState } from './list-state.ts'

/** The parameters of the page that a state shows. */
export const statePage = (screen: Screen, state: ListState, after: string | undefined): ListParameters =>
  pageParameters(screen, scopeParameters(state), { ...state, after })

// The screen says itself what failed, so no notification comes on top. Whoever comes back to the list, or gets the
// network back, sees what has changed meanwhile; rows stay where they are.
const options = {
  placeholderData: keepPreviousData,
  refetchOnWindowFocus: true,
  refetchOnReconnect: true,
  meta: { quiet: true },
} as const

/** The rows of a page; the previous page stays until they arrive. */
export const pageQuery = (client: QueryClient, request: ListRequest) => ({
  ...listQuery(client, request),
  ...options,
})

export const summaryParameters = (screen: Screen, state: ListState, exact: boolean): ListParameters => ({
  ...scopeParameters(state),
  limit: '1',
  columns: 'id',
  count: exact ? 'exact' : 'estimate',
  ...(Object.keys(screen.list?.totals ?? {}).length > 0 ? { totals: 'true' } : {}),
})

/** Count and totals of the filtered result, asked for beside the rows so that these never wait. */
export const summaryQuery = (client: QueryClient, request: ListRequest) => ({
  ...listQuery(client, request),
  ...options,
})
