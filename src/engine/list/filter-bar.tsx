import type { Field, Filter } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import { useState } from 'react'
import { cx } from '#src/ui/cx.ts'
import { CloseIcon } from '#src/ui/icons.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { describeFilter } from '#src/widgets/filter-words.ts'
import { AddFilter } from './add-filter.tsx'
import { withFilter, withoutFilter } from './list-state.ts'
import type { ListModel } from './use-list-page.ts'

const loadEditor = () => import('#src/widgets/filter-editor.tsx')

/** The filters as sentences, each to be changed or taken away, and the button for another one. */
export function FilterBar({ model, narrow }: { readonly model: ListModel; readonly narrow: boolean }) {
  const { screen, state, change, locale } = model
  const { labels } = model.context
  const filters = [...state.viewFilters, ...state.filters]
  const fieldOf = (filter: Filter): Field | undefined =>
    [...screen.fields, ...systemFields].find((field) => field.name === filter.field)
  // On a phone filters are added in the sheet; those that are set stay in sight, in one line.
  if (narrow && filters.length === 0) return null
  return (
    <ul
      aria-label="Filters"
      className={cx(
        'flex min-w-0 items-center gap-1.5',
        narrow ? 'order-1 w-full overflow-x-auto pb-0.5' : 'flex-wrap',
      )}
    >
      {filters.map((filter) => {
        const field = fieldOf(filter)
        return (
          field && (
            <li key={`${filter.field} ${filter.op}`} className={narrow ? 'shrink-0' : 'min-w-0'}>
              <FilterChip
                field={field}
                filter={filter}
                locale={locale}
                labels={labels}
                onChange={(next) => change((current) => withFilter(current, next, filter))}
                onRemove={() => change((current) => withoutFilter(current, filter))}
              />
            </li>
          )
        )
      })}
      {!narrow && (
        <li>
          <AddFilter
            screen={screen}
            asking={model.asking}
            onClosed={model.stopAsking}
            onAdd={(filter) => change((current) => withFilter(current, filter))}
          />
        </li>
      )}
      {!narrow && filters.length > 1 && (
        <li>
          <button
            type="button"
            className="h-7 rounded px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink-1"
            onClick={() => change((current) => ({ ...current, page: 1, view: null, viewFilters: [], filters: [] }))}
          >
            Clear filters
          </button>
        </li>
      )}
    </ul>
  )
}

interface FilterChipProps {
  readonly field: Field
  readonly filter: Filter
  readonly locale: string
  readonly labels: Labels
  readonly onChange: (filter: Filter) => void
  readonly onRemove: () => void
}

function FilterChip({ field, filter, locale, labels, onChange, onRemove }: FilterChipProps) {
  const [open, setOpen] = useState(false)
  const editor = useModule(open, loadEditor)
  const { subject, value } = describeFilter(filter, field, locale, labels[field.name])
  return (
    <span className="inline-flex h-7 max-w-96 min-w-0 items-center rounded-full border border-line-strong bg-panel text-sm">
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={`Filter by ${field.label}`}
        trigger={(props) => (
          <button
            {...props}
            type="button"
            className="inline-flex h-full min-w-0 items-center gap-1.5 rounded-s-full ps-3 pe-1.5 hover:bg-hover"
            data-tip={`${subject} ${value}`}
          >
            <span className="shrink-0 text-ink-2">{subject}</span>
            <span className="truncate font-medium text-ink-1">{value}</span>
          </button>
        )}
      >
        {(close) =>
          editor ? (
            <editor.FilterEditor
              field={field}
              filter={filter}
              onApply={(next) => {
                close()
                onChange(next)
              }}
              onRemove={() => {
                close()
                onRemove()
              }}
            />
          ) : (
            <SkeletonLines lines={3} className="w-80" />
          )
        }
      </Popover>
      <button
        type="button"
        aria-label={`Remove the filter ${subject} ${value}`}
        className="inline-flex h-full w-7 shrink-0 items-center justify-center rounded-e-full pe-1 text-ink-3 hover:bg-hover hover:text-ink-1"
        onClick={onRemove}
      >
        <CloseIcon size={12} />
      </button>
    </span>
  )
}
