import type { Screen } from '#src/definition'
import { hierarchyCall, recordCalls, type RecordCall } from './record-calls.ts'

export interface FoundCall {
  readonly screen: Screen
  readonly call: RecordCall
  readonly at: Readonly<Record<string, string>>
}

/** Finds the call of a screen's records that a request means; undefined when it means none. */
export type FindCall = (method: string | undefined, url: string | undefined) => FoundCall | undefined

const prefix = '/api/'

/** Whether an address is for a screen that organisations made themselves: which it is depends on who asks. */
export const isOwnAddress = (url = ''): boolean => url.startsWith(`${prefix}own/`)

/** Every address a screen's records answer to, with the screen. */
export function recordEndpoints(screens: readonly Screen[]): Map<string, Screen> {
  const endpoints = new Map<string, Screen>()
  for (const screen of screens) {
    if (!screen.table || !screen.endpoint) continue
    for (const endpoint of [screen.endpoint, ...screen.endpointAliases]) endpoints.set(endpoint, screen)
  }
  return endpoints
}

/** The addresses of their own at which screens answer their records nested. */
const hierarchyEndpoints = (screens: readonly Screen[]): Map<string, Screen> =>
  new Map(screens.flatMap((screen) => (screen.list?.tree?.endpoint ? [[screen.list.tree.endpoint, screen]] : [])))

const patterns = recordCalls.map((call) => ({ call, parts: call.path.split('/').slice(1) }))

// One look into a map instead of a dozen routes a screen: thousands of definitions cost nothing at the start.
export function findCallIn(screens: readonly Screen[]): FindCall {
  const endpoints = recordEndpoints(screens)
  const hierarchies = hierarchyEndpoints(screens)
  const longest = Math.max(0, ...[...endpoints.keys()].map((endpoint) => endpoint.split('/').length))
  return (method, url = '') => {
    const parts = partsOf(url)
    const nested = isRead(method) ? hierarchies.get(parts.join('/')) : undefined
    if (nested) return { screen: nested, call: hierarchyCall, at: {} }
    for (let length = Math.min(parts.length, longest); length > 0; length -= 1) {
      const screen = endpoints.get(parts.slice(0, length).join('/'))
      const found = screen && matching(screen, method === 'HEAD' ? 'GET' : method, parts.slice(length))
      if (found) return found
    }
    return undefined
  }
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

function partsOf(url: string): string[] {
  if (!url.startsWith(prefix)) return []
  const path = url.slice(prefix.length).split(/[?#]/, 1)[0]!.replace(/\/$/, '')
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return []
  }
}

function matching(screen: Screen, method: string | undefined, rest: readonly string[]): FoundCall | undefined {
  for (const { call, parts } of patterns) {
    if (call.method !== method || parts.length !== rest.length || call.offered?.(screen) === false) continue
    if (!parts.every((part, index) => part.startsWith(':') || part === rest[index])) continue
    const named = parts.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), rest[index]!]] : []))
    return { screen, call, at: Object.fromEntries(named) as Record<string, string> }
  }
  return undefined
}

/** Every call below /api that the screens' records answer, without a slash in front. */
export const recordPaths = (screens: readonly Screen[]): { method: string; path: string }[] => [
  ...[...recordEndpoints(screens)].flatMap(([endpoint, screen]) =>
    recordCalls
      .filter((call) => call.offered?.(screen) !== false)
      .map(({ method, path }) => ({ method, path: `${endpoint}${path}` })),
  ),
  ...[...hierarchyEndpoints(screens).keys()].map((path) => ({ method: hierarchyCall.method, path })),
]
