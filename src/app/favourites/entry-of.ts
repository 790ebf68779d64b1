import type { NavigationItem } from '#src/data/bootstrap.ts'

/** The entry of the menu whose page an address is: its own, or that of its results; null for what lies below, as records do. */
export const entryOf = (items: readonly NavigationItem[], pathname: string): NavigationItem | null =>
  items.find(({ path, results }) => path === pathname || results === pathname) ??
  items.find(({ path, kind }) => kind === 'criteria' && pathname.startsWith(`${path}/`)) ??
  null
