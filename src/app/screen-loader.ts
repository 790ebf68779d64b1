import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router-dom'
import type { Screen } from '#src/definition'
import type { MatchedRoute } from '#src/definition/match-route.ts'
import { askFirstPage } from '#src/data/first-page.ts'
import { listViewsQuery } from '#src/data/list-views.ts'
import { findPlace } from '#src/data/places.ts'
import { screenQuery } from '#src/data/screens.ts'
import { settleFont } from '#src/session/appearance.ts'
import { loadBootstrap } from './bootstrap.ts'
import { type Engine, loadEngine } from './engines.tsx'
import { queryClient } from './query-client.ts'
import { requireSignIn } from './require-sign-in.ts'

// Rows that take longer are waited for on their list, which says so.
const patience = 120
// It comes from the same server as the program, and from the cache ever after.
const patienceForFont = 500
const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

export interface LoadedScreen {
  readonly match: MatchedRoute
  readonly screen: Screen
  readonly engine: Engine
}

/** Finds the screen behind the address and waits for its definition and its engine, both asked for at once. */
export async function screenLoader({ request }: LoaderFunctionArgs): Promise<LoadedScreen> {
  requireSignIn(request)
  const url = new URL(request.url)
  const { pathname } = url
  await loadBootstrap(pathname)
  const { route: match, denied } = await findPlace(queryClient, pathname)
  if (match === null) throw Response.json(denied ?? null, { status: denied ? 403 : 404 })
  const loading = loadEngine(match.kind)
  const isList = match.kind === 'list' || match.kind === 'display'
  // A list without its saved views is still a list, and says itself that they are missing.
  const views = isList ? queryClient.ensureQueryData(listViewsQuery(match.screen)).catch(() => undefined) : undefined
  const screen = await queryClient.ensureQueryData(screenQuery(match.screen))
  // The rows of a list set out with its code, not behind it; a list that is drawn with them is drawn once.
  const rows = isList ? askFirstPage(queryClient, screen, url, await views) : undefined
  const engine = await loading
  await Promise.all([settleFont(patienceForFont), rows && Promise.race([rows, pause(patience)])])
  return { match, screen, engine }
}

/** The state of a list lives in the query of the address; only another path is another screen. */
export const onlyForAnotherPath = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname
