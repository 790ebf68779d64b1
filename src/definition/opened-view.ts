import { viewId, viewKey } from './view-key.ts'

type Parameters = Readonly<Record<string, string>>

/** What has to be known of a saved view to open it. */
interface KeptView {
  readonly id: number
  readonly name: string
  readonly query: Parameters
}

/** What has to be known of the saved views of a list to know what it opens with. */
export interface KeptViews {
  readonly views: readonly KeptView[]
  /** Keys of the views a list opens with; 'all' says that it opens with none. */
  readonly defaults: Readonly<Record<'me' | 'role' | 'everyone', string | null>>
  /** How the user has arranged the list, by path. */
  readonly layouts: Readonly<Record<string, { readonly query: Parameters }>>
}

export const noKeptViews: KeptViews = { views: [], defaults: { me: null, role: null, everyone: null }, layouts: {} }

/** The saved view that a key of the address names. */
export function savedView<V extends KeptView>(views: readonly V[], key: string | undefined): V | null {
  const id = key === undefined ? null : viewId(key)
  return id === null ? null : (views.find((view) => view.id === id) ?? null)
}

/** What an address asks for when its saved view is opened out: that of the view unless it says that it was changed. */
export function openedQuery(parameters: Parameters, views: readonly KeptView[]): Parameters {
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
export const openingView = ({ defaults }: Pick<KeptViews, 'defaults'>): string | null =>
  defaults.me ?? defaults.role ?? defaults.everyone

/** The parameters that a list without any opens with: its default view, or else the user's own arrangement of it. */
export function openingParameters(views: KeptViews, path: string): Parameters | null {
  const view = openingView(views)
  const arranged = views.layouts[path]?.query ?? {}
  const saved = savedView(views.views, view ?? undefined)
  if (saved) return { view: viewKey(saved) }
  const parameters = { ...(view !== null && view !== allViews ? { view } : {}), ...arranged }
  return Object.keys(parameters).length > 0 ? parameters : null
}
