import { use } from 'react'
import { cx } from '#src/ui/cx.ts'
import { useRecordContext, ValuesContext } from './record-context.ts'
import { isVisible } from './layout.ts'
import { sectionId } from './section-card.tsx'

const worthwhile = 4

/** Leads to the sections of a long record; each tells how many problems wait in it and whether it was changed. */
export function SectionNavigation({ changed }: { changed: readonly string[] }) {
  const { sections, fields } = useRecordContext()
  const { values, issues } = use(ValuesContext)
  const all = [...fields.values()]
  const shown = sections
    .map(({ title, rows }) => ({
      title,
      names: rows
        .flat()
        .filter((field) => isVisible(field, all, values))
        .map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0)
  if (shown.length < worthwhile) return null
  return (
    <nav
      aria-label="Sections"
      className="sticky top-0 z-20 mb-4 overflow-x-auto rounded-lg border border-line bg-panel px-3 print:hidden"
    >
      <ul className="flex min-w-max gap-1 py-1">
        {shown.map(({ title, names }) => {
          const problems = issues.filter((issue) => names.includes(String(issue.path[0]))).length
          const touched = names.some((name) => changed.includes(name))
          return (
            <li key={title}>
              <button
                type="button"
                className={cx(
                  'inline-flex h-7 items-center gap-1.5 rounded px-2 text-sm whitespace-nowrap hover:bg-hover',
                  problems > 0 ? 'text-bad' : 'text-ink-2 hover:text-ink-1',
                )}
                onClick={() => {
                  const heading = document.getElementById(sectionId(title))
                  heading?.scrollIntoView({ block: 'start' })
                  heading?.focus({ preventScroll: true })
                }}
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
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
