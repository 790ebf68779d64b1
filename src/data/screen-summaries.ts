import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** What a screen is called and what it can do, for choosing one. */
export interface ScreenSummary {
  readonly name: string
  readonly label: string
  readonly plural: string
  readonly area: string
  readonly endpoint: string | null
  readonly form_id: string
  readonly path: string | null
  readonly functionality: string | null
  /** Where files are uploaded; null for those who may not. */
  readonly upload_path: string | null
}

/** The screens the caller may read, in short. */
export const screenSummariesQuery = queryOptions({
  queryKey: ['screens', 'summary'],
  queryFn: async ({ signal }) =>
    (await api.get<{ readonly records: readonly ScreenSummary[] }>('screens', { signal })).records,
  staleTime: 5 * 60_000,
  meta: { quiet: true },
})
