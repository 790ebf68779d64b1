import type { QueryClient } from '@tanstack/react-query'
import { isSameView, viewKey } from '#src/definition/view-key.ts'
import { api } from '#src/data/api.ts'
import {
  keepListViews,
  knownListViews,
  viewRolesQuery,
  viewsAddress,
  type ListViews,
  type SavedView,
  type ShareDraft,
  type ViewState,
} from '#src/data/list-views.ts'
import type { DefaultLayer } from './use-list-views.ts'

const byName = (views: readonly SavedView[]): SavedView[] =>
  views.toSorted((a, b) => Number(b.audience === 'own') - Number(a.audience === 'own') || a.name.localeCompare(b.name))

/** What changes the saved views of a screen's list; each throws ApiError and shows at once. */
export function viewChanges(client: QueryClient, screen: string) {
  const address = viewsAddress(screen)
  const keep = (next: ListViews): void => keepListViews(client, screen, next)
  const put = (view: SavedView): SavedView => {
    const current = knownListViews(client, screen)
    keep({ ...current, views: byName([...current.views.filter(({ id }) => id !== view.id), view]) })
    return view
  }
  return {
    create: async (draft: ShareDraft, state: ViewState): Promise<SavedView> =>
      put(await api.post<SavedView>(address, { json: { ...draft, state } })),
    update: async (view: SavedView, change: Partial<ShareDraft> & { readonly state?: ViewState }): Promise<SavedView> =>
      put(await api.put<SavedView>(`${address}/${view.id}`, { json: { row_version: view.row_version, ...change } })),
    remove: async (view: SavedView): Promise<void> => {
      await api.delete(`${address}/${view.id}`)
      const { views: all, defaults, ...rest } = knownListViews(client, screen)
      const key = viewKey(view)
      const left = Object.entries(defaults).map(([layer, of]) => [layer, isSameView(of, key) ? null : of])
      keep({
        ...rest,
        views: all.filter(({ id }) => id !== view.id),
        defaults: Object.fromEntries(left) as ListViews['defaults'],
      })
    },
    /** For a role the own one unless another is named. */
    setDefault: async (view: string | null, layer: DefaultLayer, role?: number): Promise<void> => {
      const json = { view, for: layer, ...(role === undefined ? {} : { role_id: role }) }
      keep(await api.put<ListViews>(`${address}/default`, { json }))
      void client.invalidateQueries({ queryKey: viewRolesQuery(screen).queryKey })
    },
  }
}

export type ViewChanges = ReturnType<typeof viewChanges>
