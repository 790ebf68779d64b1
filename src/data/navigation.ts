import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { NavigationItem } from './bootstrap.ts'

/** An entry of the menu that was asked for by itself. */
export interface FoundEntry extends NavigationItem {
  readonly area: string
  readonly area_label: string
}

interface Wanted {
  readonly application: string | null
  readonly area?: string
  /** Words of the label or the area. */
  readonly search?: string
  readonly paths?: string
  readonly limit?: number
}

/** A part of a menu that is too long to come along with the shell. */
export const navigationQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['navigation', wanted],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly FoundEntry[]; readonly total_record: number }>('navigation', {
        query: { ...wanted },
        signal,
        background: true,
      }),
    staleTime: 5 * 60_000,
    placeholderData: wanted.search === undefined ? undefined : keepPreviousData,
    meta: { quiet: true },
  })
