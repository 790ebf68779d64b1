import type { Screen } from '#src/definition'
import { covers } from '../authorize.ts'

export interface PermissionEntry {
  name: string
  description: string
}

const words = (text: string) => {
  const spaced = text.replaceAll(/[._-]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Every permission that can be granted: those the definitions name, one for each of their areas, and those beyond a single area. */
export function permissionCatalogue(screens: readonly Screen[]): PermissionEntry[] {
  // Thousands of screens name the same few permissions.
  const mentioned = new Set<string>()
  for (const screen of screens) for (const name of permissionsOf(screen)) mentioned.add(name)
  const named = new Set(
    [...mentioned].filter((name) => name !== 'any' && name !== 'never' && !name.startsWith('platform.')),
  )
  const areas = new Set(
    [...named].filter((name) => name.includes('.')).map((name) => name.slice(0, name.lastIndexOf('.'))),
  )
  return [
    { name: '*', description: 'Everything in the organization' },
    ...[...areas].map((area) => ({ name: `${area}.*`, description: `${words(area)}: everything` })),
    ...[...named].map((name) => ({ name, description: describe(name) })),
    {
      name: 'designer.read',
      description: 'Designer Studio: look at definitions, where they are used and who may what',
    },
    { name: 'designer.write', description: 'Designer Studio: make screens of the own organization' },
    { name: 'locks.takeover', description: 'Locks: take over a record that somebody else is editing' },
    { name: 'queries.read', description: 'Queries: run those that are shared, and look at what they ask' },
    { name: 'queries.write', description: 'Queries: build, save and share own ones' },
    {
      name: 'queries.manage',
      description: 'Queries: make predefined ones, and change those of others that are shared',
    },
    { name: 'views.manage', description: 'Views: change shared views, and choose the views that lists open with' },
    { name: 'platform.organizations', description: 'Platform: create organizations' },
  ].sort((a, b) => a.name.localeCompare(b.name))
}

function describe(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? words(name) : `${words(name.slice(0, dot))}: ${words(name.slice(dot + 1)).toLowerCase()}`
}

function permissionsOf({ access, actions }: Screen): string[] {
  const { fields, rows, audience: _audience, ...screen } = access
  const ofFields = Object.values(fields).flatMap(({ read, write }) =>
    [read, write].filter((name) => name !== undefined),
  )
  return [
    ...Object.values(screen),
    ...(rows?.all ? [rows.all] : []),
    ...ofFields,
    ...actions.map((action) => action.access),
  ]
}

const rights = new Set(['*', 'read', 'write', 'create', 'update', 'delete', 'upload', 'export'])

/** The permissions among `names` that are neither known nor a usual right in an area of those that are. */
export function unknownAmong(names: readonly string[], known: readonly string[]): string[] {
  const areas = new Set(
    known.flatMap((name) =>
      name
        .split('.')
        .slice(0, -1)
        .map((_, at, parts) => parts.slice(0, at + 1).join('.')),
    ),
  )
  return names.filter((name) => {
    const dot = name.lastIndexOf('.')
    return !known.includes(name) && !(areas.has(name.slice(0, dot)) && rights.has(name.slice(dot + 1)))
  })
}

/** The permissions among `wanted` that a holder of `held` does not have, and so may neither grant nor administer. */
export function beyond(held: ReadonlySet<string>, wanted: readonly string[]): string[] {
  return wanted.filter((permission) => !held.has(permission) && !covers(held, permission))
}
