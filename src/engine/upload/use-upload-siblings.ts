import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Screen } from '#src/definition'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { screenSummariesQuery, type ScreenSummary } from '#src/data/screen-summaries.ts'

/** The screens that are uploaded at the same address, this one included. */
export function useUploadSiblings(screen: Screen): readonly ScreenSummary[] {
  const client = useQueryClient()
  const routes = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).flatMap(([, boot]) => boot?.routes ?? [])
  const names = new Set(
    routes.filter(([pattern, , kind]) => kind === 'upload' && pattern === screen.upload?.path).map(([, name]) => name),
  )
  const screens = useQuery({ ...screenSummariesQuery, enabled: names.size > 1 })
  return (screens.data ?? []).filter((other) => names.has(other.name))
}
