import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import type { NavigationItem } from '#src/data/bootstrap.ts'
import { type FoundEntry, navigationQuery } from '#src/data/navigation.ts'
import { useApplication } from '#src/session/use-application.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useUserLocale } from '#src/data/user-locale.ts'
import { Entry } from './entry.tsx'
import { activePath } from './filter-navigation.ts'
import { useSettled } from './use-settled.ts'

// As many as the server sends of an area.
const most = 200
const entryHeight = 30

interface AreaEntriesProps {
  readonly area: string
  /** The first of them, or as many as are ever shown. */
  readonly known: readonly NavigationItem[]
  readonly total: number
  readonly active: string | null
}

/** The entries of one area of a menu that is too long to come along with the shell; the room for them is kept free. */
export function AreaEntries({ area, known, total, active }: AreaEntriesProps) {
  const application = useApplication()
  const wanted = Math.min(total, most)
  const locale = useUserLocale()
  const complete = known.length >= wanted
  const asked = useQuery({ ...navigationQuery({ application, area, limit: most }), enabled: !complete })
  const items = complete ? known : (asked.data?.records ?? known)
  const current = activePath([{ area, label: area, items }], useLocation().pathname) ?? active
  const missing = asked.isError ? 0 : wanted - items.length
  return (
    <>
      <Entries items={items} active={current} />
      {missing > 0 ? (
        <div
          role="status"
          aria-label="Loading screens"
          className="overflow-hidden"
          style={{ height: missing * entryHeight }}
        >
          <SkeletonLines lines={Math.min(missing, 12)} />
        </div>
      ) : null}
      {asked.isError ? <Remark>{errorMessage(asked.error)}</Remark> : null}
      {total > most ? (
        <Remark>and {(total - most).toLocaleString(locale)} more; the filter above finds them</Remark>
      ) : null}
    </>
  )
}

/** The entries whose label or area contains every word, found by the server. */
export function FoundEntries({ filter }: { filter: string }) {
  const application = useApplication()
  const search = useSettled(filter.trim(), 120)
  const { data, error, isPending } = useQuery(navigationQuery({ application, search, limit: 100 }))
  const { pathname } = useLocation()
  const locale = useUserLocale()
  if (error) return <Remark>{errorMessage(error)}</Remark>
  if (isPending) return null
  const areas = [...new Map(data.records.map((entry) => [entry.area, entry.area_label]))]
  const itemsOf = (area: string): FoundEntry[] => data.records.filter((entry) => entry.area === area)
  return (
    <>
      {areas.map(([area, label]) => (
        <section key={area} aria-label={label} className="mt-3">
          <h2 className="flex h-7 items-center px-2.5 text-sm font-semibold text-ink-3">{label}</h2>
          <Entries items={itemsOf(area)} active={activePath([{ area, label, items: itemsOf(area) }], pathname)} />
        </section>
      ))}
      {data.total_record === 0 ? <Remark>No screen is called that.</Remark> : null}
      {data.total_record > data.records.length ? (
        <Remark>
          and {(data.total_record - data.records.length).toLocaleString(locale)} more; another word narrows them
        </Remark>
      ) : null}
    </>
  )
}

const Entries = ({ items, active }: { items: readonly NavigationItem[]; active: string | null }) => (
  <ul>
    {items.map((item) => (
      <li key={item.path}>
        <Entry to={item.path} label={item.label} count={item.count} active={item.path === active} />
      </li>
    ))}
  </ul>
)

const Remark = ({ children }: { children: ReactNode }) => <p className="px-2.5 py-2 text-sm text-ink-3">{children}</p>
