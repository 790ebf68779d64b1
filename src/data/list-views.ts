import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'

export type Density = 'compact' | 'standard' | 'roomy'

/** What a view holds: the parameters of a list's address, and what does not fit there. */
export interface ViewState {
  readonly query: Readonly<Record<string, string>>
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density | null
}

export type Audience = 'own' | 'role' | 'everyone'

/** How what a user keeps is named, and who sees it. */
export interface ShareDraft {
  readonly name: string
  readonly audience: Audience
  readonly role_id: number | null
}

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

/** A role that a view can be shared with, and the key of the view that the list opens with for it. */
export interface ViewRole {
  readonly id: number
  readonly name: string
  readonly opens_with: string | null
}

export const noViews: ListViews = {
  views: [],
  defaults: { me: null, role: null, everyone: null },
  layouts: {},
  may_manage: false,
}

const keyOf = (screen: string) => ['list-views', screen] as const

export const viewsAddress = (screen: string): string => `list-views/${encodeURIComponent(screen)}`

/** The saved views of a screen's list. */
export const listViewsQuery = (screen: string) =>
  queryOptions({
    queryKey: keyOf(screen),
    queryFn: ({ signal }) => api.get<ListViews>(viewsAddress(screen), { signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  })

/** The roles that views of a screen's list can be shared with; all of them for those who manage views. */
export const viewRolesQuery = (screen: string) =>
  queryOptions({
    queryKey: ['list-view-roles', screen] as const,
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly ViewRole[] }>(`${viewsAddress(screen)}/roles`, { signal }),
    meta: { quiet: true },
  })

/** The saved views of a screen's list as far as they are known by now. */
export const knownListViews = (client: QueryClient, screen: string): ListViews =>
  client.getQueryData<ListViews>(keyOf(screen)) ?? noViews

/** Keeps views that came along with something else, or that a change has left. */
export const keepListViews = (client: QueryClient, screen: string, views: ListViews): void => {
  client.setQueryData(keyOf(screen), views)
}
