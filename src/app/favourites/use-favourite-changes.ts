import { useMemo } from 'react'
import type { NavigationItem } from '#src/data/bootstrap.ts'
import { favouriteChanges } from '#src/data/favourites.ts'
import { useApplication } from '#src/session/use-application.ts'
import { notifyFailure } from '#src/widgets/notify-failure.ts'
import { queryClient } from '../query-client.ts'

/** Changing what the user keeps at the top of the menu; a change that fails says so. */
export function useFavouriteChanges() {
  const application = useApplication()
  return useMemo(() => {
    const changes = favouriteChanges(queryClient, application ?? '')
    const told = (work: Promise<void>): Promise<void> =>
      work.catch((error: unknown) => notifyFailure('The favourites could not be changed', error))
    return {
      place: (item: NavigationItem, before: string | null = null) => told(changes.place(item, before)),
      remove: (path: string) => told(changes.remove(path)),
    }
  }, [application])
}
