import type { Field, Filter } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import { cx } from '#src/ui/cx.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { AddFilter } from './add-filter.tsx'
import { withFilter, withoutFilter } from './list-state.ts'
import type { ListModel } from './use-list-page.ts'

const loadChips = () => import('./filter-chip.tsx')

/** The filters as sentences, each to be changed or taken away, and the button for another one. */
export function FilterBar({ model, narrow }: { readonly model: ListModel; readonly narrow: boolean }) {
  const { screen, state, change, locale } = model
  const { labels } = model.context
  const chips = useModule(state.viewFilters.length + state.filters.length + state.issues.length > 0, loadChips)
  const filters = [...state.viewFilters, ...state.filters]
  const fieldOf = (filter: Filter): Field | undefined =>
    [...screen.fields, ...systemFields].find((field) => field.name === filter.field)
  // On a phone filters are added in the sheet; those that are set stay in sight, in one line.
  if (narrow && filters.length + state.issues.length === 0) return null
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
              {chips ? (
                <chips.FilterChip
                  field={field}
                  filter={filter}
                  locale={locale}
                  labels={labels}
                  onChange={(next) => change((current) => withFilter(current, next, filter))}
                  onRemove={() => change((current) => withoutFilter(current, filter))}
                />
              ) : (
                <Skeleton width={130} className="!h-7 !rounded-full" />
              )}
            </li>
          )
        )
      })}
      {chips &&
        [...new Set(state.issues.map(({ message }) => message))].map((message) => (
          <li key={message} className={narrow ? 'shrink-0' : 'min-w-0'}>
            <chips.LeftOut
              reason={message}
              onRemove={() =>
                change((current) => ({
                  ...current,
                  issues: current.issues.filter((issue) => issue.message !== message),
                }))
              }
            />
          </li>
        ))}
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
            onClick={() =>
              change((current) => ({ ...current, page: 1, view: null, viewFilters: [], filters: [], issues: [] }))
            }
          >
            Clear filters
          </button>
        </li>
      )}
    </ul>
  )
}
