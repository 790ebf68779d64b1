import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { takeEarly } from './early.ts'
import type { NamedFigure } from './home.ts'
import type { Place } from './places.ts'

export interface Profile {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly organization: { readonly id: number; readonly name: string; readonly app_title?: string | null }
  readonly role: string | null
  readonly role_name?: string | null
  readonly permissions: readonly string[]
  readonly authorized_apps: readonly string[]
  readonly app_types: readonly string[]
  readonly global_font?: string | null
  readonly color_theme?: string | null
  readonly global_color?: string | null
  readonly theme_mode?: string | null
  readonly density?: string | null
  /** How numbers and days are written; null: as the browser does. */
  readonly locale?: string | null
  readonly start_application?: string | null
  readonly avatar?: string | null
  readonly user_type?: string
}

export interface NavigationItem {
  /** null: a page without a definition. */
  readonly screen: string | null
  readonly label: string
  readonly path: string
  readonly kind: string
  /** Where its results are, if that is not below its path. */
  readonly results?: string
  readonly count?: number
}

export interface NavigationArea {
  readonly area: string
  readonly label: string
  readonly items: readonly NavigationItem[]
  /** How many there are, when the menu is so long that only the first came along. */
  readonly total?: number
}

export interface ApplicationEntry {
  readonly name: string
  readonly authorized: boolean
  /** Who can grant it. */
  readonly granted_by?: readonly string[]
}

/** Everything the shell needs, in one answer, and what is at the path that was asked for. */
export interface Bootstrap extends Partial<Place> {
  /** The path of the place that came along: whoever goes on while it is under way is at another one when it arrives. */
  readonly at: string
  readonly profile: Profile
  readonly applications: readonly (ApplicationEntry | string)[]
  readonly navigation: readonly NavigationArea[]
  /** The entries that the user keeps at the top of the menu, in their order. */
  readonly favourites: readonly NavigationItem[]
  /** What the start page has figures of. */
  readonly figures: readonly NamedFigure[]
  readonly version?: string | number
}

/** The bootstrap of an application; `path` only chooses the place that comes along. */
export const bootstrapQuery = (application: string | null, path = '/') =>
  queryOptions({
    queryKey: ['bootstrap', application],
    queryFn: async ({ signal }): Promise<Bootstrap> => {
      const started = takeEarly('bootstrap', { application, path })
      const bootstrap = await api.get<Omit<Bootstrap, 'at'>>('bootstrap', {
        query: { application, path },
        signal,
        ...(started ? { early: started } : {}),
      })
      return { ...bootstrap, at: path }
    },
    staleTime: 5 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
