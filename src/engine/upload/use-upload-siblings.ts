import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Screen } from '#src/definition'
import { api } from '#src/data/api.ts'
import type { Bootstrap } from '#src/data/bootstrap.ts'

export interface ScreenSummary {
  readonly name: string
  readonly label: string
  readonly plural: string
  readonly path: string | null
  readonly functionality: string | null
}

export const screensQuery = {
  queryKey: ['screens', 'summary'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.get<{ readonly records: readonly ScreenSummary[] }>('screens', { signal })).records,
  staleTime: 5 * 60_000,
  meta: { quiet: true },
}

/** The screens that are uploaded at the same address, this one included. */
export function useUploadSiblings(screen: Screen): readonly ScreenSummary[] {
  const client = useQueryClient()
  const routes = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).flatMap(([, boot]) => boot?.routes ?? [])
  const names = new Set(routes.filter(([pattern, , kind]) => kind === 'upload' && pattern === screen.upload?.path).map(([, name]) => name))
  const screens = useQuery({ ...screensQuery, enabled: names.size > 1 })
  return (screens.data ?? []).filter((other) => names.has(other.name))
}
