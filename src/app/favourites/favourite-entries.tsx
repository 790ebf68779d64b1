import type { NavigationItem } from '#src/data/bootstrap.ts'
import { useModule } from '#src/ui/use-module.ts'
import { Entry } from '../shell/entry.tsx'

interface FavouriteEntriesProps {
  readonly items: readonly NavigationItem[]
  /** The path of the entry that is open. */
  readonly active: string | null
}

const stayAsTheyAre = (): void => undefined
const loadArranged = () => import('./arranged-favourites.tsx')

/** The favourites at the top of the menu; what puts them in order comes behind them and moves nothing. */
export function FavouriteEntries({ items, active }: FavouriteEntriesProps) {
  const arranged = useModule(true, loadArranged, stayAsTheyAre)
  return (
    <section aria-label="Favourites" className="mt-3">
      <h2 className="flex h-7 items-center px-2.5 text-sm font-semibold text-ink-3">Favourites</h2>
      {arranged ? (
        <arranged.ArrangedFavourites items={items} active={active} />
      ) : (
        <ul>
          {items.map(({ path, label, count }) => (
            <li key={path}>
              <Entry to={path} label={label} count={count} active={path === active} behind />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
