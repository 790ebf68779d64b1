import type { Screen } from '#src/definition'
import { readersCalendar } from '#src/definition/dates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { keepListViews, listViewsQuery, type SavedView, type ShareDraft } from '#src/data/list-views.ts'
import { noViews } from '#src/data/list-views.ts'
import { fixedCriteria } from './relative-days.ts'
import { readCriteria, writeCriteria, type Criteria } from './result-criteria.ts'

export const todayIs = (): string => readersCalendar().today

/** What a saved result asks for today, as parameters of its address. */
export function savedAddress({ query }: SavedView, screen: Screen): URLSearchParams {
  const fields = screen.result!.parameters
  const kept = new URLSearchParams(
    Object.entries(query).flatMap(([name, text]) =>
      name === 'without' || fields.some((field) => field.name === name && field.type === 'references')
        ? text.split(',').map((one) => [name, one])
        : [[name, text]],
    ),
  )
  const criteria = fixedCriteria(readCriteria(kept, fields), fields, todayIs())
  const address = writeCriteria(criteria)
  for (const name of ['sort', 'group', 'chart', 'columns'])
    if (query[name] !== undefined && !address.has(name)) address.set(name, query[name])
  return address
}

/** Saved criteria of a result, own and shared, and what changes them; every change throws ApiError. */
export function useSavedCriteria(screen: Screen) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(listViewsQuery(screen.name))
  const views = data ?? noViews
  const address = `list-views/${encodeURIComponent(screen.name)}`
  const keep = (change: (saved: readonly SavedView[]) => readonly SavedView[]): void => {
    const current = client.getQueryData(listViewsQuery(screen.name).queryKey) ?? noViews
    keepListViews(client, screen.name, { ...current, views: change(current.views) })
  }
  const put = (view: SavedView): void =>
    keep((saved) =>
      [...saved.filter(({ id }) => id !== view.id), view].toSorted((a, b) => a.name.localeCompare(b.name)),
    )
  return {
    saved: views.views,
    /** Why they cannot be read; null where they are there, or on their way. */
    problem: data ? null : error,
    again: (): void => void refetch(),
    create: async (draft: ShareDraft, criteria: Criteria, shown: Readonly<Record<string, string>>): Promise<void> => {
      const written = writeCriteria(criteria)
      const query = {
        ...Object.fromEntries([...written.keys()].map((name) => [name, written.getAll(name).join(',')])),
        ...shown,
      }
      put(await api.post<SavedView>(address, { json: { ...draft, state: { query, widths: {}, density: null } } }))
    },
    update: async (view: SavedView, draft: ShareDraft): Promise<void> =>
      put(await api.put<SavedView>(`${address}/${view.id}`, { json: { row_version: view.row_version, ...draft } })),
    remove: async (view: SavedView): Promise<void> => {
      await api.delete(`${address}/${view.id}`)
      keep((saved) => saved.filter(({ id }) => id !== view.id))
    },
  }
}

export type SavedCriteria = ReturnType<typeof useSavedCriteria>
