import { type Screen, type ScreenRoute, screenRoutes } from '#src/definition'
import { type MatchedRoute, matchRoute, partsOf } from '#src/definition/match-route.ts'
import { type Caller, can } from '../authorize.ts'
import { designPermission, mayUse } from './screen-access.ts'

/** A part of the addresses: the parts that may follow it, and the routes that end here in the order of the screens. */
interface Node {
  readonly written: Map<string, Node>
  parameter: Node | null
  readonly ends: { readonly screen: Screen; readonly route: ScreenRoute }[]
}

const node = (): Node => ({ written: new Map(), parameter: null, ends: [] })

const trees = new WeakMap<readonly Screen[], Node>()

/** Every route of the screens by its parts: a path is compared with the few it could mean, however many screens there are. */
function treeOf(screens: readonly Screen[]): Node {
  const known = trees.get(screens)
  if (known) return known
  const tree = node()
  for (const screen of screens) {
    for (const route of screenRoutes(screen)) {
      let at = tree
      for (const part of partsOf(route.path)) {
        const next = part.startsWith(':') ? (at.parameter ??= node()) : (at.written.get(part) ?? node())
        if (!part.startsWith(':')) at.written.set(part, next)
        at = next
      }
      at.ends.push({ screen, route })
    }
  }
  trees.set(screens, tree)
  return tree
}

/** The ends that a path could mean, the most specific first; a part of a pattern that is a parameter could be anything. */
function endsOf(at: Node, parts: readonly string[], from = 0): Node['ends'] {
  const part = parts[from]
  if (part === undefined) return at.ends
  const nodes = part.startsWith(':') ? [...at.written.values()] : [at.written.get(part)]
  return [...nodes, at.parameter].flatMap((next) => (next ? endsOf(next, parts, from + 1) : []))
}

export interface Place {
  readonly route: MatchedRoute
  /** The screen is there, but not for this caller. */
  readonly denied: boolean
}

/** Whether the page behind a route is for the caller; who may read a screen does not design it yet. */
const mayVisit = (caller: Caller, screen: Screen, { kind }: ScreenRoute): boolean =>
  mayUse(caller, screen, 'read') && (kind !== 'design' || can(caller, designPermission))

/** Where a path leads this caller: to a screen that may be read before one that may not; null where there is none. */
export function placeOf(screens: readonly Screen[], caller: Caller, path: string): Place | null {
  const ends = endsOf(treeOf(screens), partsOf(path.split(/[?#]/, 1)[0]!))
  const open = ends.filter(({ screen, route }) => mayVisit(caller, screen, route))
  const denied = open.length === 0
  const route = matchRoute(
    (denied ? ends : open).map((end) => end.route),
    path,
  )
  return route && { route, denied }
}

/** The routes of a screen that lead the caller to it and to no other screen, so that a browser that knows the screen need not ask. */
export function certainRoutes(screens: readonly Screen[], caller: Caller, screen: Screen): ScreenRoute[] {
  const tree = treeOf(screens)
  return screenRoutes(screen).filter(
    (route) =>
      mayVisit(caller, screen, route) &&
      endsOf(tree, partsOf(route.path)).every(
        (end) => end.screen.name === screen.name || !mayUse(caller, end.screen, 'read'),
      ),
  )
}

/** The screens that are uploaded at the address of this one, itself included. */
export function uploadSiblings(screens: readonly Screen[], caller: Caller, screen: Screen): Screen[] {
  const path = screen.upload?.path
  if (path === undefined) return []
  return endsOf(treeOf(screens), partsOf(path))
    .filter(({ route, screen: other }) => route.kind === 'upload' && mayUse(caller, other, 'upload'))
    .map((end) => end.screen)
}
