import { useState } from 'react'
import { cx } from '#src/ui/cx.ts'
import { ChevronRightIcon, LinkIcon, SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import type { WorkbenchTable } from './workbench-api.ts'

interface TableBrowserProps {
  readonly tables: readonly WorkbenchTable[]
  /** Writes a name into the statement. */
  readonly onInsert: (text: string) => void
}

const most = 200

/** The tables and columns one may read; a click on a name writes it into the statement. */
export function TableBrowser({ tables, onInsert }: TableBrowserProps) {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const word = search.trim().toLowerCase()
  const found = tables.filter(
    ({ name, label, columns }) =>
      word === '' ||
      `${name} ${label}`.toLowerCase().includes(word) ||
      columns.some((column) => column.name.includes(word) || column.label.toLowerCase().includes(word)),
  )
  const toggle = (name: string) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <Input
        type="search"
        aria-label="Search tables and columns"
        placeholder="Table or column"
        prefix={<SearchIcon />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p role="status" className="text-sm text-ink-3">
        {word === '' ? `${tables.length} tables` : `${found.length} of ${tables.length} tables`}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} role="group" aria-label="Tables">
        <ul>
          {found.slice(0, most).map((table) => {
            const isOpen = open.has(table.name)
            return (
              <li key={table.name}>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => toggle(table.name)}
                  className="flex min-h-7 w-full items-center gap-1.5 rounded px-1 text-left hover:bg-hover"
                >
                  <ChevronRightIcon
                    size={12}
                    className={cx('shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
                  />
                  <span className="min-w-0 flex-1">
                    <span className="font-mono text-sm break-all">{table.name}</span>{' '}
                    <span className="text-sm text-ink-3">{table.label}</span>
                  </span>
                </button>
                {isOpen ? <Columns table={table} word={word} onInsert={onInsert} /> : null}
              </li>
            )
          })}
        </ul>
        {found.length === 0 ? <p className="px-1 py-4 text-ink-2">No table or column is called “{search}”.</p> : null}
      </div>
    </div>
  )
}

function Columns({
  table,
  word,
  onInsert,
}: { table: WorkbenchTable; word: string } & Pick<TableBrowserProps, 'onInsert'>) {
  const line = 'flex min-h-6 w-full items-baseline gap-2 rounded px-1 text-left text-sm hover:bg-hover'
  return (
    <ul className="mb-1 ml-4 border-l border-line pl-1.5">
      <li>
        <button type="button" className={line} onClick={() => onInsert(table.name)}>
          <span className="text-accent-ink">Write {table.name}</span>
        </button>
      </li>
      {table.columns.map(({ name, label, type, refers }) => (
        <li key={name}>
          <button
            type="button"
            title={`${label} (${type}${refers ? `, of ${refers}` : ''})`}
            className={cx(line, word !== '' && name.includes(word) && 'bg-accent-soft')}
            onClick={() => onInsert(name)}
          >
            <span className="min-w-0 flex-1 font-mono break-all">{name}</span>
            {refers ? (
              <span role="img" aria-label={`of ${refers}`} className="shrink-0 self-center text-ink-3">
                <LinkIcon size={12} />
              </span>
            ) : null}
            <span className="shrink-0 text-ink-3">{type}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
