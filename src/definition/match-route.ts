import type { ScreenRoute } from './routes.ts'

/** The route a path leads to, with the values of its parameters. */
export interface MatchedRoute extends ScreenRoute {
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route of a path (a query behind it is ignored); a written part wins over a parameter. Null when none fits. */
export function matchRoute(routes: readonly ScreenRoute[], path: string): MatchedRoute | null {
  const parts = partsOf(path.split(/[?#]/, 1)[0]!)
  let best: (MatchedRoute & { readonly rank: string }) | null = null
  for (const route of routes) {
    const pattern = partsOf(route.path)
    if (pattern.length !== parts.length) continue
    const params = parametersOf(pattern, parts)
    // One digit a part: '1' written, '0' parameter; the greater text is the more specific route.
    const rank = pattern.map((part) => (part.startsWith(':') ? '0' : '1')).join('')
    if (params && (!best || rank > best.rank)) best = { ...route, params, rank }
  }
  return best && { path: best.path, screen: best.screen, kind: best.kind, params: best.params }
}

export const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

function parametersOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index]!
    if (expected.startsWith(':')) params[expected.slice(1)] = decode(part)
    else if (expected !== part) return null
  }
  return params
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
