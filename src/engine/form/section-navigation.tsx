import { use, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { cx } from '#src/ui/cx.ts'
import { Link } from '#src/ui/link.tsx'
import { useRecordContext, ValuesContext } from './record-context.ts'
import { isVisible } from './layout.ts'
import { sectionId } from './section-card.tsx'

/** Fewer sections are looked over without being led to. */
export const worthwhile = 4

interface SectionLink {
  readonly title: string
  readonly problems?: number
  readonly touched?: boolean
}

/** Leads to the sections while one writes; each tells how many problems wait in it and whether it was changed. */
export function SectionNavigation({ changed }: { changed: readonly string[] }) {
  const { sections, shape, fields } = useRecordContext()
  const { values, issues } = use(ValuesContext)
  const all = [...fields.values()]
  const links = shape(sections, values).flatMap(({ title, rows }): SectionLink[] => {
    const names = rows
      .flat()
      .filter((field) => isVisible(field, all, values))
      .map(({ name }) => name)
    if (names.length === 0) return []
    const problems = issues.filter((issue) => names.includes(String(issue.path[0]))).length
    return [{ title, problems, touched: names.some((name) => changed.includes(name)) }]
  })
  return <SectionLinks links={links} />
}

/** Whether a section begins further down than where one reads, behind problems or a notice. */
function isBelow(id: string): boolean {
  const heading = document.getElementById(id)
  return heading !== null && heading.getBoundingClientRect().top > 0
}

/** The heading that was read last, going down the page. */
function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const watched = ids.join(' ')
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return undefined
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target.getAttribute('aria-labelledby') ?? ''
          if (isIntersecting) inView.add(id)
          else inView.delete(id)
        }
        const all = watched.split(' ')
        const first = all.find((id) => inView.has(id)) ?? (isBelow(all[0]!) ? all[0] : undefined)
        if (first) setCurrent(first)
      },
      { rootMargin: '-110px 0px -55% 0px' },
    )
    for (const id of watched.split(' ')) {
      const section = document.getElementById(id)?.closest('section')
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [watched])
  return current
}

function goTo(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** Leads to the sections of a long record; each has an address of its own. Nothing on a short one. */
export function SectionLinks({ links }: { links: readonly SectionLink[] }) {
  const { hash, search, state } = useLocation()
  const current = useCurrentSection(links.map(({ title }) => sectionId(title)))
  const [wanted] = useState(hash.slice(1))
  useEffect(() => {
    if (wanted) goTo(wanted)
  }, [wanted])
  if (links.length < worthwhile) return null
  return (
    <nav
      aria-label="Sections"
      data-sections
      className="sticky top-0 z-20 mb-4 overflow-x-auto rounded-lg border border-line bg-panel px-3 print:hidden"
    >
      <ul className="flex min-w-max gap-1 py-1">
        {links.map(({ title, problems = 0, touched = false }) => {
          const id = sectionId(title)
          return (
            <li key={title}>
              <Link
                to={{ hash: id, search }}
                state={state}
                replace
                aria-current={current === id ? 'location' : undefined}
                className={cx(
                  'inline-flex h-7 items-center gap-1.5 rounded px-2 text-sm whitespace-nowrap hover:bg-hover',
                  problems > 0
                    ? 'text-bad'
                    : 'text-ink-2 hover:text-ink-1 aria-[current]:font-medium aria-[current]:text-accent-ink',
                )}
                onClick={() => goTo(id)}
              >
                {title}
                {problems > 0 ? (
                  <span className="rounded-full bg-bad-soft px-1.5 text-xs font-semibold tabular-nums">
                    {problems}
                    <span className="sr-only">{problems === 1 ? ' problem' : ' problems'}</span>
                  </span>
                ) : touched ? (
                  <span className="size-1.5 rounded-full bg-accent">
                    <span className="sr-only">changed</span>
                  </span>
                ) : null}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
