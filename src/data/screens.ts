import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { RouteKind, Screen } from '#src/definition'
import { api } from './api.ts'

/** A screen as the server gives it: with the ways that lead on from it. */
export interface ServedScreen extends Screen {
  readonly around?: {
    /** Where the lists of the screens are that it refers to, by name; only those that the user may read. */
    readonly lists: Readonly<Record<string, string>>
    /** The criteria that hold something by default and may be emptied, of the results that its figures lead to. */
    readonly emptiable?: Readonly<Record<string, readonly string[]>>
    /** Its own addresses, as far as no other screen's could be meant. */
    readonly routes: readonly (readonly [path: string, kind: RouteKind])[]
    /** The screens that are uploaded at the same address, when there are others. */
    readonly uploads: readonly { readonly name: string; readonly plural: string }[]
  }
}

const screenKey = (name: string) => ['screen', name] as const

/** The effective screen of the caller: form_fields applied, fields without read permission gone. */
export const screenQuery = (name: string) =>
  queryOptions({
    queryKey: screenKey(name),
    queryFn: ({ signal }) => api.get<ServedScreen>(`screens/${encodeURIComponent(name)}`, { signal }),
    staleTime: 5 * 60_000,
    meta: { quiet: true },
  })

/** Keeps a screen that came along with something else. */
export const keepScreen = (client: QueryClient, screen: ServedScreen): void => {
  client.setQueryData(screenKey(screen.name), screen)
}

/** The screens that this tab has been given so far. */
export const knownScreens = (client: QueryClient): readonly ServedScreen[] =>
  client.getQueriesData<ServedScreen>({ queryKey: ['screen'] }).flatMap(([, screen]) => screen ?? [])

/** Where the list of a screen is that a known screen refers to; undefined without access to it. */
export function listPath(client: QueryClient, name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  return knownScreens(client).find(({ around }) => around?.lists[name])?.around?.lists[name]
}

/** Asks again for every screen that is shown; the others are asked for when they are shown next. */
export const screensChanged = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: ['screen'] })
  client.removeQueries({ queryKey: ['place'] })
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
