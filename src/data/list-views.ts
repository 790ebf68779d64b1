import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { viewId, viewKey } from '#src/definition/view-key.ts'
import { api } from './api.ts'

export type Density = 'compact' | 'standard' | 'roomy'

/** What a view holds: the parameters of a list's address, and what does not fit there. */
export interface ViewState {
  readonly query: Readonly<Record<string, string>>
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density | null
}

export type Audience = 'own' | 'role' | 'everyone'

/** A view as this user may see it: fields that are gone or denied are left out and counted. */
export interface SavedView extends ViewState {
  readonly id: number
  readonly row_version: number
  readonly name: string
  readonly audience: Audience
  readonly role_id: number | null
  readonly role_name: string | null
  readonly owner_name: string | null
  readonly mine: boolean
  readonly may_change: boolean
  readonly gone: readonly string[]
  readonly denied: number
}

export interface ListViews {
  readonly views: readonly SavedView[]
  /** Keys of the views a list opens with; 'all' says that it opens with none. */
  readonly defaults: Readonly<Record<'me' | 'role' | 'everyone', string | null>>
  /** How the user has arranged the list, by path. */
  readonly layouts: Readonly<Record<string, ViewState>>
  readonly may_manage: boolean
}

export const noViews: ListViews = {
  views: [],
  defaults: { me: null, role: null, everyone: null },
  layouts: {},
  may_manage: false,
}

const keyOf = (screen: string) => ['list-views', screen] as const

/** The saved views of a screen's list. */
export const listViewsQuery = (screen: string) =>
  queryOptions({
    queryKey: keyOf(screen),
    queryFn: ({ signal }) => api.get<ListViews>(`list-views/${encodeURIComponent(screen)}`, { signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  })

/** Keeps views that came along with something else, or that a change has left. */
export const keepListViews = (client: QueryClient, screen: string, views: ListViews): void => {
  client.setQueryData(keyOf(screen), views)
}

/** The saved view that a key of the address names. */
export function savedView(views: readonly SavedView[], key: string | undefined): SavedView | null {
  const id = key === undefined ? null : viewId(key)
  return id === null ? null : (views.find((view) => view.id === id) ?? null)
}

/** What an address asks for when its saved view is opened out: that of the view unless it says that it was changed. */
export function openedQuery(
  parameters: Readonly<Record<string, string>>,
  views: readonly SavedView[],
): Readonly<Record<string, string>> {
  const { view, modified, ...rest } = parameters
  const saved = savedView(views, view)
  if (!saved) return view === undefined || view === allViews ? rest : { ...rest, view }
  if (modified) {
    const { base, ...whole } = rest
    return base ? { ...whole, view: base } : whole
  }
  const { page, limit } = rest
  return { ...saved.query, ...(page ? { page } : {}), ...(limit ? { limit } : {}) }
}

/** How the address names no view at all where a list opens with one. */
export const allViews = 'all'

/** The view that a list opens with: the user's own choice before the role's and everyone's. */
export const openingView = ({ defaults }: ListViews): string | null => defaults.me ?? defaults.role ?? defaults.everyone

/** The parameters that a list without any opens with: its default view, or else the user's own arrangement of it. */
export function openingParameters(views: ListViews, path: string): Readonly<Record<string, string>> | null {
  const view = openingView(views)
  const arranged = views.layouts[path]?.query ?? {}
  const saved = savedView(views.views, view ?? undefined)
  if (saved) return { view: viewKey(saved) }
  const parameters = { ...(view !== null && view !== allViews ? { view } : {}), ...arranged }
  return Object.keys(parameters).length > 0 ? parameters : null
}
