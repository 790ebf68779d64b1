import { useQuery } from '@tanstack/react-query'
import type { NavigationArea, NavigationItem } from '#src/data/bootstrap.ts'
import { navigationQuery } from '#src/data/navigation.ts'
import { useApplication } from '#src/session/use-application.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { ChevronRightIcon, HistoryIcon, StarFilledIcon } from '#src/ui/icons.tsx'
import { commandKey, Kbd } from '#src/ui/kbd.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { useBootstrap } from '../bootstrap.ts'
import { Page } from '../page.tsx'
import { Figures } from './home-figures.tsx'
import { Waiting } from './home-facts.tsx'
import { useRecentScreens } from '../recent.ts'

const shownPerArea = 6

/** Where an application begins: what one keeps at hand, what was open last, and every area with its first screens. */
export function Home() {
  const { profile, navigation, favourites, figures } = useBootstrap()
  const application = useApplication()
  return (
    <Page title="Home">
      <div className="mx-auto w-full max-w-6xl 2xl:max-w-[96rem]">
        <PageHeader
          title={application ?? 'Home'}
          description={
            <>
              Welcome back, {profile.name.split(' ')[0]}.{' '}
              <span className="max-lg:hidden">
                <Kbd>{commandKey()} K</Kbd> takes you to any screen or record.
              </span>
            </>
          }
        />
        <Figures named={figures} />
        <Favourites items={favourites} />
        <Recent navigation={navigation} />
        <Waiting />
        {navigation.length === 0 ? (
          <EmptyState
            title="No screens yet"
            actions={
              <Link to="/applauncher" className={buttonClass('primary')}>
                Choose another application
              </Link>
            }
          >
            Your role has no screens in this application. An administrator of your organization can grant access.
          </EmptyState>
        ) : (
          <div className="mt-6 gap-4 sm:columns-2 xl:columns-3 2xl:columns-4">
            {navigation.map((area) => (
              <Area key={area.area} area={area} />
            ))}
          </div>
        )}
      </div>
    </Page>
  )
}

function Favourites({ items }: { items: readonly NavigationItem[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="favourites" className="mt-6">
      <h2 id="favourites" className="mb-2 text-sm font-semibold text-ink-3">
        Favourites
      </h2>
      <ul className="flex flex-wrap gap-2">
        {items.map(({ path, label }) => (
          <li key={path}>
            <Link to={path} className={buttonClass('secondary')}>
              <StarFilledIcon size={14} className="text-accent-ink" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Recent({ navigation }: { navigation: readonly NavigationArea[] }) {
  const application = useApplication()
  const remembered = useRecentScreens()
  const long = navigation.some(({ total }) => total !== undefined)
  const asked = useQuery({
    ...navigationQuery({ application, paths: remembered.map(({ path }) => path).join(',') }),
    enabled: long && remembered.length > 0,
  })
  const known = long ? (asked.data?.records ?? []) : navigation.flatMap(({ items }) => items)
  const paths = new Set(known.map(({ path }) => path))
  // Their room is kept free until the server has said which of them are still there.
  const recent = long && asked.isPending ? remembered : remembered.filter(({ path }) => paths.has(path))
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent" className="mt-6">
      <h2 id="recent" className="mb-2 text-sm font-semibold text-ink-3">
        Opened last
      </h2>
      <ul className="flex flex-wrap gap-2">
        {recent.slice(0, 6).map(({ path, label }) => (
          <li key={path}>
            <Link to={path} className={buttonClass('secondary')}>
              <HistoryIcon size={14} className="text-ink-3" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Area({ area: { label, items, total = items.length } }: { area: NavigationArea }) {
  const more = total - shownPerArea
  return (
    <section aria-label={label} className="mb-4 break-inside-avoid rounded-lg border border-line bg-panel p-2 pt-3">
      <h2 className="px-3 pb-1 text-md font-semibold">{label}</h2>
      <ul>
        {items.slice(0, shownPerArea).map((item) => (
          <li key={item.path}>
            <Link
              to={item.path}
              className="group flex h-8 items-center gap-2 rounded px-3 text-ink-2 hover:bg-hover hover:text-ink-1"
            >
              <span className="min-w-0 flex-1 truncate">{item.label}</span>
              {item.count === undefined ? null : (
                <span className="text-sm text-ink-3">{item.count.toLocaleString(userLocale())}</span>
              )}
              <ChevronRightIcon size={14} className="text-ink-3 opacity-0 group-hover:opacity-100" />
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="px-3 pt-1 pb-1.5 text-sm text-ink-3">and {more.toLocaleString(userLocale())} more at the side</p>
      ) : null}
    </section>
  )
}
