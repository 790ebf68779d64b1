import { type RouteKind, type Screen, walkFields } from '#src/definition'
import { queryNamed } from '#src/definition/query/query.ts'
import { mayBeEmptied } from '#src/definition/emptied.ts'
import type { Caller } from '../authorize.ts'
import type { Database } from '../store/database.ts'
import { endpointIn } from './by-application.ts'
import { callerScreen, screenNamed } from './effective-screens.ts'
import { screensOf } from './own-screens.ts'
import { certainRoutes, uploadSiblings } from './places.ts'
import { mayUse } from './screen-access.ts'

/** What a browser that shows a screen needs to know of the others: of thousands, the few that it leads to. */
interface Around {
  /** Where the lists of the screens are that its fields and rows refer to, by name; only those that the caller may read. */
  readonly lists: Readonly<Record<string, string>>
  /** The criteria that hold something by default and may be emptied, of the results that its figures lead to. */
  readonly emptiable?: Readonly<Record<string, readonly string[]>>
  /** Its own addresses, as far as no other screen's could be meant. */
  readonly routes: readonly (readonly [path: string, kind: RouteKind])[]
  /** The screens that are uploaded at the same address, when there are others. */
  readonly uploads: readonly { readonly name: string; readonly plural: string }[]
}

/** A screen as this caller may know it, with the ways that lead on from it. */
export async function servedScreen(
  services: { readonly db: Database; readonly screens: readonly Screen[] },
  caller: Caller,
  name: string,
): Promise<Screen & { readonly around: Around }> {
  const [screens, screen] = await Promise.all([screensOf(services, caller), callerScreen(services, caller, name)])
  const siblings = uploadSiblings(screens, caller, screen)
  return {
    ...screen,
    endpoint: endpointIn(screen, caller.application),
    around: {
      lists: listsBeside(screens, caller, screen),
      ...(screen.result ? { emptiable: emptiableBehind(screens, screen) } : {}),
      routes: certainRoutes(screens, caller, screen).map(({ path, kind }) => [path, kind]),
      uploads: siblings.length > 1 ? siblings.map(({ name: other, plural }) => ({ name: other, plural })) : [],
    },
  }
}

const drilledTo = (result: Screen['result']): readonly string[] =>
  [result?.drill, ...Object.values(result?.drills ?? {})].flatMap((drill) => drill?.screen ?? [])

function emptiableBehind(screens: readonly Screen[], { result }: Screen): Record<string, readonly string[]> {
  return Object.fromEntries(
    drilledTo(result).flatMap((name) => {
      const criteria = screenNamed(screens, name)?.result?.parameters.filter(mayBeEmptied) ?? []
      return criteria.length > 0 ? [[name, criteria.map((field) => field.name)] as const] : []
    }),
  )
}

function listsBeside(screens: readonly Screen[], caller: Caller, { fields, result }: Screen): Record<string, string> {
  const names = new Set<string>()
  walkFields([...fields, ...(result?.parameters ?? [])], ({ target, names: named }) => {
    for (const name of [target, named]) if (name) names.add(name)
  })
  for (const name of drilledTo(result)) names.add(name)
  const lines = result?.query?.linesPath
  const placeOf = ({ list, result: shown }: Screen) => list?.path ?? shown?.path
  return Object.fromEntries(
    [...names].flatMap((name) => {
      if (lines !== undefined && queryNamed(name)?.isLines) return [[name, lines] as const]
      const other = screenNamed(screens, name)
      const place = other && mayUse(caller, other, 'read') && placeOf(other)
      return place ? [[name, place] as const] : []
    }),
  )
}
