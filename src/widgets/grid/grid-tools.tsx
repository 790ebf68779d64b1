import type { Field } from '#src/definition'
import { useId } from 'react'
import { saveFile } from '#src/data/download.ts'
import { Button } from '#src/ui/button.tsx'
import { CloseIcon, DownloadIcon, GroupIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { markOf } from '#src/widgets/csv-marks.ts'
import type { Row } from './aggregate.ts'
import { mostGroups } from './grid-address.ts'
import { groupPaths } from './grid-model.ts'
import { gridCsv } from './grid-text.ts'
import type { useGrid } from './use-grid.ts'

interface GridToolsProps {
  readonly label: string
  readonly fields: readonly Field[]
  readonly grid: ReturnType<typeof useGrid>
  readonly rows: readonly Row[]
  readonly locale: string
  readonly reading: boolean
}

/** Which column filters the rows do not follow, in words; null when they follow all of them. */
function unreadWords(unread: readonly Field[]): string | null {
  if (unread.length === 0) return null
  const names = new Intl.ListFormat('en').format(unread.map((field) => field.label))
  return `The ${unread.length === 1 ? 'filter' : 'filters'} on ${names} cannot be read`
}

/** Grouping, folding, the pivot and how many rows the column filters leave. */
export function GridTools({ label, fields, grid, rows, locale, reading }: GridToolsProps) {
  const { state, change, kept, sorted, by, unread } = grid
  const { pivot } = state
  const problemId = useId()
  const number = new Intl.NumberFormat(locale)
  const save = (): void =>
    saveFile(new Blob([...gridCsv(rows, sorted, fields, locale, markOf(locale))], { type: 'text/csv' }), `${label}.csv`)
  const filtered = Object.values(state.filters).some((text) => text.trim() !== '')
  const problem = unreadWords(unread)
  const free = fields.filter((field) => !state.group.includes(field.name))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="Presentation"
        value={pivot ? 'pivot' : 'rows'}
        onChange={(value) => change({ pivot: value === 'pivot' })}
        options={[
          { value: 'rows', label: 'Rows' },
          { value: 'pivot', label: 'Pivot' },
        ]}
      />
      {!pivot && (
        <>
          {state.group.length < mostGroups && (
            <Menu
              label="Group by"
              items={free.map((field) => ({
                label: field.label,
                onSelect: () => change({ group: [...state.group, field.name], folded: new Set() }),
              }))}
              trigger={(props) => (
                <Button {...props} icon={GroupIcon}>
                  Group
                </Button>
              )}
            />
          )}
          {by.map((field) => (
            <span
              key={field.name}
              className="inline-flex h-7 items-center gap-1 rounded-full bg-accent-soft ps-3 pe-1 text-sm text-accent-ink"
            >
              {field.label}
              <button
                type="button"
                aria-label={`Stop grouping by ${field.label}`}
                className="inline-flex size-5 items-center justify-center rounded-full hover:bg-panel"
                onClick={() => change({ group: state.group.filter((name) => name !== field.name), folded: new Set() })}
              >
                <CloseIcon size={12} />
              </button>
            </span>
          ))}
          {by[0] && (
            <>
              <Button
                variant="ghost"
                size="sm"
                onClick={() => change({ folded: new Set(groupPaths(rows, kept, by[0]!)) })}
              >
                Fold all
              </Button>
              <Button variant="ghost" size="sm" onClick={() => change({ folded: new Set() })}>
                Unfold all
              </Button>
            </>
          )}
        </>
      )}
      <p aria-live="polite" id={problemId} className="ms-auto text-sm text-ink-2">
        {reading ? 'Reading on' : ''}
        {problem !== null ? (
          <span className="text-bad"> {problem}</span>
        ) : (
          filtered && ` ${number.format(kept.length)} of ${number.format(rows.length)} rows`
        )}
      </p>
      {!pivot && (
        <Button
          icon={DownloadIcon}
          size="sm"
          disabled={reading || rows.length === 0 || problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          onClick={() => save()}
          data-tip={problem ?? 'The rows as they are filtered and sorted here'}
        >
          CSV
        </Button>
      )}
      {filtered && (
        <Button variant="ghost" size="sm" onClick={() => change({ filters: {} })}>
          Clear column filters
        </Button>
      )}
    </div>
  )
}
