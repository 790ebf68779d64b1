import type { Screen } from '#src/definition'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#src/data/api.ts'
import {
  keepListViews,
  knownListViews,
  listViewsQuery,
  noViews,
  viewsAddress,
  type ViewState,
} from '#src/data/list-views.ts'
import type { ViewChanges } from './view-changes.ts'

export type DefaultLayer = 'me' | 'role' | 'everyone'

/** The saved views of a list and what changes them; every change throws ApiError and shows at once. */
export function useListViews({ name }: Screen) {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(listViewsQuery(name))
  const views = data ?? noViews
  const commands = useMemo(() => {
    // A list is there without what changes its views.
    const changes = async (): Promise<ViewChanges> => (await import('./view-changes.ts')).viewChanges(client, name)
    return {
      create: async (...given: Parameters<ViewChanges['create']>) => (await changes()).create(...given),
      update: async (...given: Parameters<ViewChanges['update']>) => (await changes()).update(...given),
      remove: async (...given: Parameters<ViewChanges['remove']>) => (await changes()).remove(...given),
      setDefault: async (...given: Parameters<ViewChanges['setDefault']>) => (await changes()).setDefault(...given),
      keepLayout: async (path: string, state: ViewState | null): Promise<void> => {
        const { layouts, ...rest } = knownListViews(client, name)
        const { [path]: _old, ...others } = layouts
        keepListViews(client, name, { ...rest, layouts: state ? { ...others, [path]: state } : others })
        await api.put(`${viewsAddress(name)}/layout`, { json: { path, state }, background: true })
      },
    }
  }, [client, name])
  return { ...views, ...commands, missing: isError && !data, retry: () => void refetch() }
}

export type ListViewsModel = ReturnType<typeof useListViews>
