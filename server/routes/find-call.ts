import type { Screen } from '#src/definition'
import { type ResultCall, resultCalls } from './result-calls.ts'
import { deleteCall, hierarchyCall, recordCalls, updateCall, type RecordCall } from './record-calls.ts'

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

/** The calls under a path of their own that screens name: those that change and those that delete a record. */
const ownCalls = (screens: readonly Screen[]): { screen: Screen; call: RecordCall; path: string }[] =>
  screens.flatMap((screen) => {
    if (!screen.table || !screen.endpoint) return []
    const { update, delete: remove } = screen.callPaths ?? {}
    return [
      ...(update ? [{ screen, call: updateCall, path: update }] : []),
      ...(remove ? [{ screen, call: deleteCall, path: remove }] : []),
    ]
  })

const patterns = recordCalls.map((call) => ({ call, parts: call.path.split('/').slice(1) }))

// One look into a map instead of a dozen routes a screen: thousands of definitions cost nothing at the start.
export function findCallIn(screens: readonly Screen[]): FindCall {
  const endpoints = recordEndpoints(screens)
  const hierarchies = hierarchyEndpoints(screens)
  const own = new Map(ownCalls(screens).map((one) => [`${one.call.method} ${one.path}`, one]))
  const longest = Math.max(0, ...[...endpoints.keys()].map((endpoint) => endpoint.split('/').length))
  return (method, url = '') => {
    const parts = partsOf(url)
    const nested = isRead(method) ? hierarchies.get(parts.join('/')) : undefined
    if (nested) return { screen: nested, call: hierarchyCall, at: {} }
    const named = own.get(`${method} ${parts.slice(0, -1).join('/')}`)
    if (named) return { screen: named.screen, call: named.call, at: { id: parts.at(-1)! } }
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

/** Finds the result, and which of its calls, a request means; undefined when it means none. */
export function findResultIn(screens: readonly Screen[]) {
  const calls = new Map<string, { readonly screen: Screen; readonly call: ResultCall }>()
  for (const screen of screens) {
    if (!screen.result || !screen.endpoint) continue
    for (const call of resultCalls) calls.set(`${call.method} ${screen.endpoint}${call.path}`, { screen, call })
  }
  return (method: string | undefined, url: string | undefined) => calls.get(`${method} ${partsOf(url ?? '').join('/')}`)
}

/** Every call below /api that the screens' records answer, without a slash in front. */
export const recordPaths = (screens: readonly Screen[]): { method: string; path: string }[] => [
  ...[...recordEndpoints(screens)].flatMap(([endpoint, screen]) =>
    recordCalls
      .filter((call) => call.offered?.(screen) !== false)
      .map(({ method, path }) => ({ method, path: `${endpoint}${path}` })),
  ),
  ...[...hierarchyEndpoints(screens).keys()].map((path) => ({ method: hierarchyCall.method, path })),
  ...ownCalls(screens).map(({ call, path }) => ({ method: call.method, path: `${path}${call.path}` })),
]
