import type { Screen } from '#src/definition'
import { viewKey } from '#src/definition/view-key.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#src/data/api.ts'
import {
  keepListViews,
  listViewsQuery,
  type ListViews,
  type SavedView,
  type ViewState,
  type ShareDraft,
} from '#src/data/list-views.ts'
import { noViews } from '#src/data/list-views.ts'

export type DefaultLayer = 'me' | 'role' | 'everyone'

const byName = (views: readonly SavedView[]): SavedView[] =>
  views.toSorted((a, b) => Number(b.audience === 'own') - Number(a.audience === 'own') || a.name.localeCompare(b.name))

/** The saved views of a list and what changes them; every change throws ApiError and shows at once. */
export function useListViews(screen: Screen) {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(listViewsQuery(screen.name))
  const views = data ?? noViews
  const commands = useMemo(() => {
    const address = `list-views/${encodeURIComponent(screen.name)}`
    const known = (): ListViews => client.getQueryData(listViewsQuery(screen.name).queryKey) ?? noViews
    const keep = (next: ListViews): void => keepListViews(client, screen.name, next)
    const put = (view: SavedView): SavedView => {
      const current = known()
      keep({ ...current, views: byName([...current.views.filter(({ id }) => id !== view.id), view]) })
      return view
    }
    return {
      create: async (draft: ShareDraft, state: ViewState): Promise<SavedView> =>
        put(await api.post<SavedView>(address, { json: { ...draft, state } })),
      update: async (
        view: SavedView,
        change: Partial<ShareDraft> & { readonly state?: ViewState },
      ): Promise<SavedView> =>
        put(await api.put<SavedView>(`${address}/${view.id}`, { json: { row_version: view.row_version, ...change } })),
      remove: async (view: SavedView): Promise<void> => {
        await api.delete(`${address}/${view.id}`)
        const { views: all, defaults, ...rest } = known()
        const key = viewKey(view)
        const left = Object.entries(defaults).map(([layer, of]) => [layer, of === key ? null : of])
        keep({
          ...rest,
          views: all.filter(({ id }) => id !== view.id),
          defaults: Object.fromEntries(left) as ListViews['defaults'],
        })
      },
      setDefault: async (view: string | null, layer: DefaultLayer): Promise<void> =>
        keep(await api.put<ListViews>(`${address}/default`, { json: { view, for: layer } })),
      keepLayout: async (path: string, state: ViewState | null): Promise<void> => {
        const { layouts, ...rest } = known()
        const { [path]: _old, ...others } = layouts
        keep({ ...rest, layouts: state ? { ...others, [path]: state } : others })
        await api.put(`${address}/layout`, { json: { path, state }, background: true })
      },
    }
  }, [client, screen.name])
  return { ...views, ...commands, missing: isError && !data, retry: () => void refetch() }
}

export type ListViewsModel = ReturnType<typeof useListViews>
