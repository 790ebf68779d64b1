import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router-dom'
import type { NavigationArea, NavigationItem } from '#src/data/bootstrap.ts'
import { cx } from '#src/ui/cx.ts'
import { useModule } from '#src/ui/use-module.ts'
import { ChevronDownIcon, CloseIcon, FilterIcon } from '#src/ui/icons.tsx'
import { FavouriteEntries } from '../favourites/favourite-entries.tsx'
import { ApplicationSwitcher } from './application-switcher.tsx'
import type { LoadedScreen } from '../screen-loader.ts'
import { Entry } from './entry.tsx'
import { activePath, filterNavigation, firstEntries } from './filter-navigation.ts'
import { useOpenAreas } from './use-open-areas.ts'

interface SideNavigationProps {
  readonly areas: readonly NavigationArea[]
  /** What the user keeps at the top. */
  readonly favourites: readonly NavigationItem[]
  /** On a phone the switch of applications lies in here. */
  readonly withApplications?: boolean
}

// With fewer entries everything is in view and a filter would only be in the way.
const enoughToFilter = 12

/** How many entries fill the window; those below it are drawn right behind the page that is waited for. */
const entriesInView = (): number => Math.ceil(window.innerHeight / 30)

const loadLong = () => import('./long-navigation.tsx')

/** The screens of the application by area. */
export function SideNavigation({ areas, favourites, withApplications = false }: SideNavigationProps) {
  const [filter, setFilter] = useState('')
  const long = areas.some(({ total }) => total !== undefined)
  const parts = useModule(long, loadLong)
  const { isOpen, toggle } = useOpenAreas(long, useCurrentArea())
  const shown = useMemo(() => (long ? areas : filterNavigation(areas, filter)), [areas, filter, long])
  const drawn = useDeferredValue(shown, filter === '' && !long ? firstEntries(shown, entriesInView()) : shown)
  const { pathname } = useLocation()
  const active = useMemo(() => activePath(areas, pathname), [areas, pathname])
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the page itself: its first rows do not wait for where the menu stands.
    const timer = setTimeout(() => {
      const [box, entry] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current="page"]')]
      if (!box || !entry) return
      const { top, bottom } = box.getBoundingClientRect()
      const at = entry.getBoundingClientRect()
      if (at.top < top || at.bottom > bottom) box.scrollTop += at.top - top - box.clientHeight / 3
    }, 300)
    return () => clearTimeout(timer)
  }, [active, drawn])
  const count = areas.reduce((sum, area) => sum + (area.total ?? area.items.length), 0)
  return (
    // Contained: every keystroke in a form would paint its hundreds of entries again.
    <nav aria-label="Screens" className="flex h-full flex-col [contain:content]">
      {withApplications ? (
        <div className="border-b border-line p-3">
          <ApplicationSwitcher wide />
        </div>
      ) : null}
      {count >= enoughToFilter ? <FilterField value={filter} onChange={setFilter} /> : null}
      <div ref={list} className="min-h-0 flex-1 scroll-py-8 overflow-y-auto px-2 pt-1 pb-6">
        {filter === '' ? <Entry to="/" label="Home" active={pathname === '/'} icon /> : null}
        {filter === '' && favourites.length > 0 ? <FavouriteEntries items={favourites} active={active} /> : null}
        {long && filter !== '' ? parts && <parts.FoundEntries filter={filter} /> : null}
        {(long && filter !== '' ? [] : drawn).map(({ area, label, items, total }) => {
          const open = filter !== '' || isOpen(area)
          return (
            <section key={area} aria-label={label} className="mt-3">
              <h2>
                <button
                  type="button"
                  aria-expanded={open}
                  onClick={() => toggle(area)}
                  className="group flex h-7 w-full items-center gap-1 rounded px-2.5 text-left text-sm font-semibold text-ink-3 hover:text-ink-1"
                >
                  <span className="flex-1 truncate">{label}</span>
                  <ChevronDownIcon
                    size={14}
                    className={cx(
                      'opacity-0 transition group-hover:opacity-100 group-focus-visible:opacity-100',
                      !open && '-rotate-90 opacity-100',
                    )}
                  />
                </button>
              </h2>
              {open && total !== undefined && parts ? (
                <parts.AreaEntries area={area} known={items} total={total} active={active} />
              ) : open ? (
                <ul>
                  {items.map((item) => (
                    <li key={item.path}>
                      <Entry to={item.path} label={item.label} count={item.count} active={item.path === active} />
                    </li>
                  ))}
                </ul>
              ) : null}
            </section>
          )
        })}
        {shown.length === 0 && areas.length > 0 ? (
          <p className="px-2.5 py-4 text-ink-3">No screen is called that.</p>
        ) : null}
        {areas.length === 0 ? (
          <p className="px-2.5 py-4 text-ink-3">This application has no screens for you yet.</p>
        ) : null}
      </div>
    </nav>
  )
}

/** The area of the screen that is shown; null on pages that belong to none. */
function useCurrentArea(): string | null {
  const loaded = useMatches().at(-1)?.loaderData as Partial<LoadedScreen> | undefined
  return loaded?.screen?.area ?? null
}

function FilterField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="relative mx-3 mt-3 mb-1 shrink-0">
      <FilterIcon size={14} className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
      <input
        type="text"
        role="searchbox"
        aria-label="Filter the screens"
        placeholder="Filter"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        className="h-7 w-full rounded border border-line-strong bg-background pr-7 pl-8 text-sm"
      />
      {value === '' ? null : (
        <button
          type="button"
          aria-label="Clear the filter"
          onClick={() => onChange('')}
          className="absolute top-1/2 right-1 inline-flex size-6 -translate-y-1/2 items-center justify-center rounded text-ink-3 hover:text-ink-1"
        >
          <CloseIcon size={12} />
        </button>
      )}
    </div>
  )
}
