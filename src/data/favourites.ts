import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { type Bootstrap, bootstrapQuery, type NavigationItem } from './bootstrap.ts'

interface Answer {
  readonly records: readonly NavigationItem[]
}

/** What changes the favourites of an application; each shows at once, is taken back where it fails, and throws ApiError then. */
export function favouriteChanges(client: QueryClient, application: string) {
  const { queryKey } = bootstrapQuery(application)
  const show = (change: (before: readonly NavigationItem[]) => readonly NavigationItem[]): void => {
    client.setQueryData<Bootstrap>(queryKey, (boot) => boot && { ...boot, favourites: change(boot.favourites) })
  }
  const told = async (
    change: (before: readonly NavigationItem[]) => readonly NavigationItem[],
    call: () => Promise<Answer>,
  ): Promise<void> => {
    const before = client.getQueryData<Bootstrap>(queryKey)?.favourites ?? []
    show(change)
    try {
      const { records } = await call()
      show(() => records)
    } catch (error) {
      show(() => before)
      throw error
    }
  }
  return {
    /** Adds an entry or moves it: before the one at another path, at the end for null. */
    place: (item: NavigationItem, before: string | null): Promise<void> =>
      told(
        (known) => placedBefore(known, item, before),
        () => api.put<Answer>('favourites', { json: { application, path: item.path, before } }),
      ),
    remove: (path: string): Promise<void> =>
      told(
        (known) => known.filter((one) => one.path !== path),
        () => api.delete<Answer>('favourites', { query: { application, path } }),
      ),
  }
}

/** The entries with one of them, or a new one, before the one at a path; at the end for null. */
export function placedBefore(
  items: readonly NavigationItem[],
  item: NavigationItem,
  before: string | null,
): readonly NavigationItem[] {
  const others = items.filter(({ path }) => path !== item.path)
  const at = before === null ? -1 : others.findIndex(({ path }) => path === before)
  return at < 0 ? [...others, item] : others.toSpliced(at, 0, item)
}
