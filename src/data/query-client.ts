import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isCancelled } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta
    mutationMeta: CallMeta
  }
}

export interface CallMeta extends Record<string, unknown> {
  /** The screen says itself that the call failed; no notification. */
  readonly quiet?: boolean
  /** The screen's own words for a failure, such as "File Download Failed."; the server's go under it. */
  readonly failed?: string
}

export type ReportFailure = (error: unknown, meta: CallMeta) => void

/** A 4xx will be the same next time; what did not arrive or broke on the server may not. */
export function worthRetrying(failures: number, error: unknown): boolean {
  if (isCancelled(error)) return false
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
  return failures < 2
}

/** The one QueryClient; every failed call that is not quiet goes to `report` once. */
export function createQueryClient(report: ReportFailure): QueryClient {
  const onError = (error: unknown, meta: CallMeta | undefined) => {
    if (!isCancelled(error) && !meta?.quiet) report(error, meta ?? {})
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => onError(error, mutation.meta),
    }),
    defaultOptions: {
      // Without a network a call fails and says so; it would wait in silence otherwise.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: worthRetrying,
        refetchOnWindowFocus: false,
        // What never arrived is asked for by itself once the connection is back.
        refetchOnReconnect: ({ state }) => state.status === 'error' && state.data === undefined,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
