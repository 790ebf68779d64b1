import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type MatchedRoute, matchRoute } from '#src/definition/match-route.ts'
import { api } from './api.ts'
import { keepListViews, type ListViews } from './list-views.ts'
import { keepScreen, knownScreens, type ServedScreen } from './screens.ts'

/** What a path leads to; without a route nothing is there, or nothing for this user. */
export interface Place {
  readonly route: MatchedRoute | null
  readonly screen: ServedScreen | null
  /** The saved views of the screen, when it is shown as a list. */
  readonly views: ListViews | null
  readonly denied?: Denied
}

/** A screen that is there, but not for this user. */
export interface Denied {
  readonly label: string
  readonly granted_by?: readonly string[]
}

type Answer = Pick<Place, 'route' | 'denied'>

const placeQuery = (client: QueryClient, path: string) =>
  queryOptions({
    queryKey: ['place', path],
    queryFn: async ({ signal }): Promise<Answer> =>
      keepPlace(client, path, await api.get<Place>('places', { query: { path }, signal })),
    // Access may be granted while somebody stands before a closed door.
    staleTime: 5_000,
    meta: { quiet: true },
  })

/** Keeps what came along with a place: its screen, its views, and the place itself. */
export function keepPlace(client: QueryClient, path: string, { route, screen, views, denied }: Place): Answer {
  if (screen) keepScreen(client, screen)
  if (screen && views) keepListViews(client, screen.name, views)
  const answer = denied ? { route, denied } : { route }
  client.setQueryData(['place', path], answer)
  return answer
}

/** The route of a path: from a screen that is known, else as the server says. */
export async function findPlace(client: QueryClient, path: string): Promise<Answer> {
  for (const { name, around } of knownScreens(client)) {
    const routes = around?.routes.map(([pattern, kind]) => ({ path: pattern, kind, screen: name }))
    const route = routes && matchRoute(routes, path)
    if (route) return { route }
  }
  return client.fetchQuery(placeQuery(client, path))
}
