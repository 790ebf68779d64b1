export const rightNames = ['read', 'create', 'update', 'delete', 'upload', 'export'] as const

export type RightName = (typeof rightNames)[number]

/** What can be allowed, as the server tells it. */
export interface Rights {
  readonly areas: readonly AreaRights[]
  readonly others: readonly { readonly name: string; readonly description: string }[]
}

export interface AreaRights {
  readonly area: string
  readonly label: string
  readonly whole: readonly string[]
  readonly rows: readonly {
    readonly screens: readonly { readonly name: string; readonly label: string }[]
    readonly rights: Readonly<Record<RightName, string | null>>
  }[]
  readonly fields: readonly {
    readonly field: string
    readonly label: string
    readonly screens: readonly string[]
    readonly read: string | null
    readonly write: string | null
  }[]
  readonly actions: readonly {
    readonly label: string
    readonly screens: readonly string[]
    readonly access: string
  }[]
}

/** The permission among those granted through which another one is held: itself, one of its area, or all; null when it is not. */
export function grantedThrough(granted: readonly string[], permission: string): string | null {
  if (granted.includes(permission)) return permission
  const wide = granted.find((held) => held.endsWith('.*') && permission.startsWith(held.slice(0, -1)))
  if (wide) return wide
  return granted.includes('*') && !permission.startsWith('platform.') ? '*' : null
}

/** The permissions with one more or one less; what a wider one gives anyway goes when the wider one comes. */
export function withPermission(granted: readonly string[], permission: string, isGranted: boolean): string[] {
  const rest = granted.filter((held) => held !== permission)
  if (!isGranted) return rest
  return [...rest.filter((held) => grantedThrough([permission], held) === null), permission]
}

/** Permissions that are granted but that nothing asks for any more. */
export function unknownAmong(granted: readonly string[], { areas, others }: Rights): string[] {
  const known = new Set<string | null>([
    '*',
    ...others.map(({ name }) => name),
    ...areas.flatMap(({ whole, rows, fields, actions }) => [
      ...whole,
      ...rows.flatMap(({ rights }) => Object.values(rights)),
      ...fields.flatMap(({ read, write }) => [read, write]),
      ...actions.map(({ access }) => access),
    ]),
  ])
  return granted.filter((held) => !known.has(held))
}
