import { labelOf, type Screen } from '#src/definition'
import { areas } from '#screens/navigation.ts'
import { permissionCatalogue, type PermissionEntry } from './permissions.ts'

export const rightNames = ['read', 'create', 'update', 'delete', 'upload', 'export'] as const

type RightName = (typeof rightNames)[number]

/** A field that needs a permission of its own to be seen or changed. */
interface FieldRight {
  readonly field: string
  readonly label: string
  readonly screens: readonly string[]
  readonly read: string | null
  readonly write: string | null
}

/** What a role may do on screens that ask for the same permissions. */
interface ScreenRights {
  readonly screens: readonly { readonly name: string; readonly label: string }[]
  /** The permission that each right needs; 'any' is everybody, null where there is nothing of the kind. */
  readonly rights: Readonly<Record<RightName, string | null>>
}

interface ActionRight {
  readonly label: string
  readonly screens: readonly string[]
  readonly access: string
}

export interface AreaRights {
  readonly area: string
  readonly label: string
  /** Permissions that give everything of the area, later screens included. */
  readonly whole: readonly string[]
  readonly rows: readonly ScreenRights[]
  readonly fields: readonly FieldRight[]
  readonly actions: readonly ActionRight[]
}

export interface Rights {
  readonly areas: readonly AreaRights[]
  /** Permissions beyond single screens. */
  readonly others: readonly PermissionEntry[]
}

function rightsOfScreen({ access, table, form, upload, list, result }: Screen): Record<RightName, string | null> {
  const records = table !== null && form !== null
  return {
    read: access.read,
    create: records ? access.create : null,
    update: records ? access.update : null,
    delete: records ? access.delete : null,
    upload: upload ? access.upload : null,
    export: list || result ? access.export : null,
  }
}

/** Puts together what is the same, in the order in which it first came. */
function together<T>(entries: readonly T[], key: (entry: T) => unknown): T[][] {
  const groups = new Map<string, T[]>()
  for (const entry of entries) {
    const name = JSON.stringify(key(entry))
    groups.set(name, [...(groups.get(name) ?? []), entry])
  }
  return [...groups.values()]
}

const prefixOf = (permission: string): string | null =>
  permission.includes('.') && !permission.startsWith('platform.')
    ? permission.slice(0, permission.lastIndexOf('.'))
    : null

function areaRights(area: string, screens: readonly Screen[]): AreaRights {
  const entries = screens.map((screen) => ({ screen, rights: rightsOfScreen(screen) }))
  const fields = screens.flatMap((screen) =>
    Object.entries(screen.access.fields).flatMap(([name, { read, write }]) => {
      const field = screen.fields.find((candidate) => candidate.name === name)
      return field && (read || write)
        ? [{ field: name, label: field.label, screen: screen.plural, read: read ?? null, write: write ?? null }]
        : []
    }),
  )
  const actions = screens.flatMap((screen) =>
    screen.actions
      .filter(({ access }) => access !== screen.access.update && access !== 'any')
      .map(({ label, access }) => ({ label, access, screen: screen.plural })),
  )
  const named = [...entries.flatMap(({ rights }) => Object.values(rights)), ...actions.map(({ access }) => access)]
  const prefixes = new Set(named.flatMap((permission) => (permission && prefixOf(permission)) || []))
  return {
    area,
    label: areas.find(({ name }) => name === area)?.label ?? labelOf(area),
    whole: [...prefixes].map((prefix) => `${prefix}.*`),
    rows: together(entries, ({ rights }) => rights).map((group) => ({
      screens: group.map(({ screen }) => ({ name: screen.name, label: screen.plural })),
      rights: group[0]!.rights,
    })),
    fields: together(fields, ({ field, label, read, write }) => [field, label, read, write]).map((group) => {
      const { screen: _screen, ...right } = group[0]!
      return { ...right, screens: group.map(({ screen }) => screen) }
    }),
    actions: together(actions, ({ label, access }) => [label, access]).map((group) => ({
      label: group[0]!.label,
      access: group[0]!.access,
      screens: group.map(({ screen }) => screen),
    })),
  }
}

/** Everything that can be allowed, as the person who allows it thinks of it: areas, their screens, what is done there. */
export function rightsOf(screens: readonly Screen[]): Rights {
  const names = [...new Set([...areas.map(({ name }) => name), ...screens.map(({ area }) => area)])]
  const known = names
    .map((area) =>
      areaRights(
        area,
        screens.filter((screen) => screen.area === area),
      ),
    )
    .filter(({ rows }) => rows.length > 0)
  const shown = new Set([
    '*',
    ...known.flatMap(({ whole, rows, fields, actions }) => [
      ...whole,
      ...rows.flatMap(({ rights }) => Object.values(rights)),
      ...fields.flatMap(({ read, write }) => [read, write]),
      ...actions.map(({ access }) => access),
    ]),
  ])
  return { areas: known, others: permissionCatalogue(screens).filter(({ name }) => !shown.has(name)) }
}
