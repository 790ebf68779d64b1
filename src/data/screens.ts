import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Screen } from '#src/definition'
import { api } from './api.ts'

const screenKey = (name: string) => ['screen', name] as const

/** The effective screen of the caller: form_fields applied, fields without read permission gone. */
export const screenQuery = (name: string) =>
  queryOptions({
    queryKey: screenKey(name),
    queryFn: ({ signal }) => api.get<Screen>(`screens/${encodeURIComponent(name)}`, { signal }),
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  })

/** Keeps a screen that came along with something else. */
export const keepScreen = (client: QueryClient, screen: Screen): void => {
  client.setQueryData(screenKey(screen.name), screen)
}

/** Asks again for every screen that is shown; the others are asked for when they are shown next. */
export const screensChanged = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: ['screen'] })
  // What administrators see of the changes themselves.
  void client.invalidateQueries({ queryKey: ['form_fields'] })
}

const seen = new Map<string, string>()

/** Looks at the version that came with a list; a newer one than before makes the screen be asked for again. */
export function noteFormFieldsVersion(client: QueryClient, name: string, version: string | null): void {
  if (version === null) return
  const before = seen.get(name)
  seen.set(name, version)
  if (before !== undefined && before !== version) void client.invalidateQueries({ queryKey: screenKey(name) })
}
