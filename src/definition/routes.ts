import type { Screen } from './screen.ts'
import { designersOf } from './variants.ts'

export type RouteKind =
  | 'list'
  | 'display'
  | 'grid'
  | 'new'
  | 'view'
  | 'edit'
  | 'upload'
  | 'formats'
  | 'criteria'
  | 'results'
  | 'results-grid'
  | 'design'
  | 'dashboard'

export interface ScreenRoute {
  readonly path: string
  readonly screen: string
  readonly kind: RouteKind
}

/** Every path a screen answers to, most specific first where two could match ('/x/new' before '/x/:id'). */
export function screenRoutes(screen: Screen): ScreenRoute[] {
  const { name, list, form, table, upload, result, dashboard } = screen
  const route = (kind: RouteKind, ...paths: readonly (string | undefined)[]): ScreenRoute[] =>
    paths.filter((path) => path !== undefined).map((path) => ({ path, screen: name, kind }))
  return [
    ...(list ? route('list', list.path, ...list.aliases) : []),
    ...(list?.displays.flatMap((display) => [...route('display', display.path), ...route('grid', display.grid)]) ?? []),
    ...(upload
      ? [...route('upload', upload.path, ...(upload.pathAliases ?? [])), ...route('formats', upload.formats)]
      : []),
    // Without records it is the shape of a document, which others show.
    ...(form && table
      ? [
          ...route('new', form.create),
          ...route('view', form.view, ...(form.viewAliases ?? []), ...form.related.map((one) => one.path)),
          ...route('edit', form.edit),
        ]
      : []),
    ...(result
      ? [
          ...route('criteria', result.criteria),
          ...route('results', result.path, ...(result.direct ?? [])),
          ...route('results-grid', result.grid),
        ]
      : []),
    ...(dashboard ? route('dashboard', dashboard.path, ...dashboard.aliases) : []),
    ...designersOf(screen).flatMap(({ page }) => route('design', page.path, ...page.aliases)),
  ]
}
