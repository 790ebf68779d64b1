import { useState } from 'react'
import { cx } from '#src/ui/cx.ts'
import { PlusIcon, SearchIcon, UsersIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { Button } from '#src/ui/button.tsx'
import type { SavedQuery } from './workbench-api.ts'

interface QueryListProps {
  readonly queries: readonly SavedQuery[]
  readonly chosen: number | null
  /** Queries with changes that are not saved. */
  readonly changed: ReadonlySet<number>
  readonly me: string
  readonly onChoose: (id: number | null) => void
}

/** The saved statements: the own ones first, then those others share. */
export function QueryList({ queries, chosen, changed, me, onChoose }: QueryListProps) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = queries.filter(({ name, description }) =>
    words.every((word) => `${name} ${description ?? ''}`.toLowerCase().includes(word)),
  )
  const groups = [
    { title: 'Mine', of: shown.filter(({ owner }) => owner === me) },
    { title: 'Shared by others', of: shown.filter(({ owner }) => owner !== me) },
  ].filter((group) => group.of.length > 0)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex gap-2">
        <Input
          type="search"
          aria-label="Search queries"
          placeholder="Search queries"
          prefix={<SearchIcon />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button icon={PlusIcon} onClick={() => onChoose(null)}>
          New
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} role="group" aria-label="Saved queries">
        {groups.map(({ title, of }) => (
          <section key={title} aria-label={title} className="mb-3">
            <h3 className="mb-1 text-sm font-semibold text-ink-3">{title}</h3>
            <ul>
              {of.map(({ id, name, description, shared, owner }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={id === chosen ? 'true' : undefined}
                    title={description ?? undefined}
                    onClick={() => onChoose(id)}
                    className={cx(
                      'flex min-h-8 w-full items-center gap-2 rounded px-2 py-1 text-left',
                      id === chosen ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-hover',
                    )}
                  >
                    <span className="min-w-0 flex-1 break-words">
                      {name}
                      {changed.has(id) ? <span className="text-ink-3"> · not saved</span> : null}
                    </span>
                    {shared && owner === me ? (
                      <span role="img" aria-label="Shared" className="shrink-0 text-ink-3">
                        <UsersIcon size={14} />
                      </span>
                    ) : null}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 ? (
          <p className="px-1 py-4 text-ink-2">
            {search
              ? `No query is called “${search}”.`
              : 'Nothing is saved yet. Write a statement, run it and save it under a name.'}
          </p>
        ) : null}
      </div>
      <Link to="/sql-queries" className="text-accent-ink hover:underline">
        All queries as a list
      </Link>
    </div>
  )
}
