import type { RouteEntry } from '#src/data/bootstrap.ts'
import type { ScreenRoute } from '#src/definition'
import { type MatchedRoute, matchRoute } from '#src/definition/match-route.ts'

export type RouteIndex = ReadonlyMap<string, readonly ScreenRoute[]>

const firstPart = (path: string): string => path.split('/').find(Boolean) ?? ''

/** Routes by their first part, so that a path is compared with the few of its own screen and not with thousands. */
export function indexRoutes(routes: readonly RouteEntry[]): RouteIndex {
  const index = new Map<string, ScreenRoute[]>()
  for (const [path, screen, kind] of routes) {
    const first = firstPart(path)
    const others = index.get(first)
    if (others) others.push({ path, screen, kind })
    else index.set(first, [{ path, screen, kind }])
  }
  return index
}

/** The screen behind a path, or null. */
export const matchScreen = (index: RouteIndex, path: string): MatchedRoute | null =>
  matchRoute(index.get(firstPart(path)) ?? [], path)
