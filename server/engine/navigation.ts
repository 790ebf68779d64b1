import { labelOf, screenRoutes, type RouteKind, type Screen, type ScreenRoute } from '#src/definition'
import { areas, pages } from '#screens/navigation.ts'
import { type Caller, can } from '../authorize.ts'
import { mayUse } from './screen-access.ts'

interface Item {
  /** null: a page without a definition. */
  readonly screen: string | null
  readonly label: string
  readonly path: string
  readonly kind: RouteKind | 'page'
}

/** An area of the side navigation with what the caller may open in it. */
export interface Area {
  readonly area: string
  readonly label: string
  readonly items: readonly Item[]
}

/** The menu of an application, or of all the caller's applications without one; screens that may not be read are left out. */
export function navigationOf(screens: readonly Screen[], caller: Caller, application: string | null): Area[] {
  const shown = screens.filter(
    (screen) => !screen.menu.hidden && belongs(screen, application) && mayUse(caller, screen, 'read'),
  )
  const ordered = shown.toSorted(
    (a, b) => a.menu.order - b.menu.order || a.menu.label.localeCompare(b.menu.label, 'en'),
  )
  const names = [...new Set([...areas.map(({ name }) => name), ...ordered.map(({ area }) => area)])]
  return names
    .map((area) => ({
      area,
      label: areas.find(({ name }) => name === area)?.label ?? labelOf(area),
      items: [...ordered.filter((screen) => screen.area === area).flatMap(itemsOf), ...pagesOf(area, caller, screens)],
    }))
    .filter(({ items }) => items.length > 0)
}

function pagesOf(area: string, caller: Caller, screens: readonly Screen[]): Item[] {
  const uploads = screens.some((screen) => screen.upload !== null && mayUse(caller, screen, 'upload'))
  return pages
    .filter((page) => page.area === area && (page.access === 'upload' ? uploads : can(caller, page.access)))
    .map(({ label, path }) => ({ screen: null, label, path, kind: 'page' }))
}

const belongs = (screen: Screen, application: string | null): boolean =>
  application === null || screen.apps === null || screen.apps.some((app) => app === application)

function itemsOf({ name, menu, list, result }: Screen): Item[] {
  if (result) return [{ screen: name, label: menu.label, path: result.criteria, kind: 'criteria' }]
  if (!list) return []
  return [
    { screen: name, label: menu.label, path: list.path, kind: 'list' },
    ...list.displays.map(({ label, path }): Item => ({ screen: name, label, path, kind: 'display' })),
  ]
}

/** Every route of the screens the caller may read; which of a record's actions are allowed, the screen itself tells. */
export const routesOf = (screens: readonly Screen[], caller: Caller): ScreenRoute[] =>
  screens.filter((screen) => mayUse(caller, screen, 'read')).flatMap(screenRoutes)
