import { labelOf, type RouteKind, type Screen } from '#src/definition'
import { designersOf } from '#src/definition/variants.ts'
import { areas, leading, pages } from '#screens/navigation.ts'
import type { Application } from '#src/definition/applications.ts'
import { type Caller, can } from '../authorize.ts'
import { designPermission, mayUse } from './screen-access.ts'

/** An entry of the menu. */
export interface Item {
  /** null: a page without a definition. */
  readonly screen: string | null
  readonly label: string
  readonly path: string
  readonly kind: RouteKind | 'page'
  /** Where its results are, if that looks like a page of another entry. */
  readonly results?: string
}

/** An area of the side navigation with what the caller may open in it. */
export interface Area {
  readonly area: string
  readonly label: string
  readonly items: readonly Item[]
  /** How many there are, when these are only the first of them. */
  readonly total?: number
}

// Menus of up to so many entries are sent whole: nobody waits for a part of them.
const whole = 220
// Of a longer one what the start page shows of each area.
const first = 6
/** The most entries of an area that are sent at once. */
export const mostOfArea = 200

interface Ordered {
  readonly area: string
  readonly label: string
  readonly entries: readonly { readonly screen: Screen; readonly items: readonly Item[] }[]
}

const orders = new WeakMap<readonly Screen[], readonly Ordered[]>()

/** The entries of all screens in the order of the menu; the same for every caller. */
function orderedAreas(screens: readonly Screen[]): readonly Ordered[] {
  const known = orders.get(screens)
  if (known) return known
  const { compare } = new Intl.Collator('en')
  const shown = screens
    .filter((screen) => !screen.menu.hidden)
    .toSorted((a, b) => a.menu.order - b.menu.order || compare(a.menu.label, b.menu.label))
  const byArea = new Map<string, Screen[]>()
  for (const screen of shown) {
    const others = byArea.get(screen.area)
    if (others) others.push(screen)
    else byArea.set(screen.area, [screen])
  }
  const names = [...new Set([...areas.map(({ name }) => name), ...byArea.keys()])]
  const ordered = names.map((area) => ({
    area,
    label: areas.find(({ name }) => name === area)?.label ?? labelOf(area),
    entries: (byArea.get(area) ?? []).map((screen) => ({ screen, items: itemsOf(screen) })),
  }))
  orders.set(screens, ordered)
  return ordered
}

const ledAreas: ReadonlySet<string> = new Set(Object.values(leading).flat())

const places = new Map(areas.map(({ name }, at) => [name, at]))

/** The order of the menu, but first what an application is mainly about, then what only some have, then what all have, and last what others are about. */
export function placesIn(application: string | null): (screen: Screen) => number {
  const own: readonly string[] = (application !== null && leading[application as Application]) || []
  const rankOf = ({ area, apps }: Screen): number => {
    const at = own.indexOf(area)
    if (at >= 0) return at
    return own.length + (ledAreas.has(area) ? 2 : apps === null ? 1 : 0)
  }
  return (screen) => (rankOf(screen) * 100 + (places.get(screen.area) ?? places.size)) * 10_000 + screen.menu.order
}

/** The areas as an application has them: those it is about come first, behind the dashboards. */
function inApplication(ordered: readonly Ordered[], application: string | null): readonly Ordered[] {
  const own: readonly string[] = (application !== null && leading[application as Application]) || []
  if (own.length === 0) return ordered
  const rank = ({ area }: Ordered): number => {
    const at = own.indexOf(area)
    return area === areas[0]?.name ? -1 : at < 0 ? own.length : at
  }
  return ordered.toSorted((a, b) => rank(a) - rank(b))
}

/** The menu of an application, or of all the caller's applications without one; screens that may not be read are left out. */
export function wholeNavigation(screens: readonly Screen[], caller: Caller, application: string | null): Area[] {
  return inApplication(orderedAreas(screens), application)
    .map(({ area, label, entries }) => ({
      area,
      label,
      items: [
        ...entries
          .filter(({ screen }) => belongs(screen, application) && mayUse(caller, screen, 'read'))
          .flatMap(({ items }) => items)
          .filter(({ kind }) => kind !== 'design' || can(caller, designPermission)),
        ...pagesOf(area, caller, screens),
      ],
    }))
    .filter(({ items }) => items.length > 0)
}

/** The menu as the shell starts with it: whole, or where it is long the area that is `open` and the beginning of each other. */
export function navigationOf(
  screens: readonly Screen[],
  caller: Caller,
  application: string | null,
  open: string | null,
): Area[] {
  const all = wholeNavigation(screens, caller, application)
  if (all.reduce((sum, { items }) => sum + items.length, 0) <= whole) return all
  return all.map(({ area, label, items }) => ({
    area,
    label,
    total: items.length,
    items: items.slice(0, area === open ? mostOfArea : first),
  }))
}

/** The entries at certain paths that the caller may open. */
export const entriesAt = (
  screens: readonly Screen[],
  caller: Caller,
  application: string | null,
  paths: readonly string[],
): Item[] =>
  wholeNavigation(screens, caller, application).flatMap(({ items }) => items.filter(({ path }) => paths.includes(path)))

interface Wanted {
  readonly area?: string | undefined
  readonly search?: string | undefined
  readonly paths?: readonly string[] | undefined
  readonly limit: number
}

/** The entries of an area, those whose label or area contains every word of a search, or those at certain paths; the best first. */
export function findInNavigation(
  screens: readonly Screen[],
  caller: Caller,
  application: string | null,
  { area, search = '', paths, limit }: Wanted,
) {
  const text = search.trim().toLowerCase()
  const words = text.split(/\s+/).filter(Boolean)
  const found = wholeNavigation(screens, caller, application)
    .filter((one) => area === undefined || one.area === area)
    .flatMap((one) => one.items.map((item) => ({ ...item, area: one.area, area_label: one.label })))
    .filter(({ path }) => paths === undefined || paths.includes(path))
    .filter(({ label, area_label: of }) => words.every((word) => `${label} ${of}`.toLowerCase().includes(word)))
  if (words.length === 0) return { records: found.slice(0, limit), total_record: found.length }
  const rank = ({ label }: Item) => (label.toLowerCase().startsWith(text) ? 0 : 1)
  const best = found.toSorted((a, b) => rank(a) - rank(b) || a.label.length - b.label.length)
  return { records: best.slice(0, limit), total_record: found.length }
}

function pagesOf(area: string, caller: Caller, screens: readonly Screen[]): Item[] {
  const mayUpload = () => screens.some((screen) => screen.upload !== null && mayUse(caller, screen, 'upload'))
  return pages
    .filter((page) => page.area === area && (page.access === 'upload' ? mayUpload() : can(caller, page.access)))
    .map(({ label, path }) => ({ screen: null, label, path, kind: 'page' }))
}

/** Whether a screen is part of an application; every screen without one. */
export const belongs = (screen: Screen, application: string | null): boolean =>
  application === null || screen.apps === null || screen.apps.some((app) => app === application)

function itemsOf(screen: Screen): Item[] {
  const { name, menu, list, result, dashboard } = screen
  if (dashboard) return [{ screen: name, label: menu.label, path: dashboard.path, kind: 'dashboard' }]
  if (result) {
    const { criteria, path } = result
    // Below another address than that of its criteria it would be taken for a record of what is there.
    const isApart = path.lastIndexOf('/') > 0 && !path.startsWith(`${criteria}/`)
    return [
      { screen: name, label: menu.label, path: criteria, kind: 'criteria', ...(isApart ? { results: path } : {}) },
    ]
  }
  const listed = list
    ? [
        { screen: name, label: menu.label, path: list.path, kind: 'list' as const },
        ...list.displays.map(({ label, path }): Item => ({ screen: name, label, path, kind: 'display' })),
      ]
    : []
  const designers = designersOf(screen).map(({ page: { label, path } }): Item => ({
    screen: name,
    label,
    path,
    kind: 'design',
  }))
  return [...listed, ...designers]
}
