import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { bootstrapQuery, type NavigationArea, type NavigationItem } from '#src/data/bootstrap.ts'
import { navigationQuery } from '#src/data/navigation.ts'
import { useApplication } from '#src/session/use-application.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { StarFilledIcon, StarIcon } from '#src/ui/icons.tsx'
import { entryOf } from './entry-of.ts'
import { useFavouriteChanges } from './use-favourite-changes.ts'

const none: readonly NavigationArea[] = []

/** Keeps the page at the top of the menu, or no longer; nothing on pages that are no entry of the menu. */
export function FavouriteStar() {
  const { pathname } = useLocation()
  const application = useApplication()
  // Pages of failures stand without it, and ask for nothing.
  const { data } = useQuery({ ...bootstrapQuery(application), enabled: false })
  const navigation = data?.navigation ?? none
  const favourites = data?.favourites ?? []
  const known = entryOf([...favourites, ...navigation.flatMap(({ items }) => items)], pathname)
  const isLong = navigation.some(({ total }) => total !== undefined)
  // Of a long menu only the beginning is known.
  const asked = useQuery({
    ...navigationQuery({ application, paths: pathname }),
    enabled: isLong && known === null && application !== null,
  })
  const entry = known ?? entryOf(asked.data?.records ?? [], pathname)
  return entry === null || application === null ? null : (
    <Star entry={entry} isKept={favourites.some(({ path }) => path === entry.path)} />
  )
}

function Star({ entry, isKept }: { readonly entry: NavigationItem; readonly isKept: boolean }) {
  const { place, remove } = useFavouriteChanges()
  return (
    <IconButton
      size="sm"
      icon={isKept ? StarFilledIcon : StarIcon}
      label={isKept ? `Remove ${entry.label} from the favourites` : `Add ${entry.label} to the favourites`}
      aria-pressed={isKept}
      className={isKept ? '!text-accent-ink' : '!text-ink-3'}
      onClick={() => void (isKept ? remove(entry.path) : place(entry))}
    />
  )
}
