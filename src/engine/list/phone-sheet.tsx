import { fieldDisplays, type Field, type Filter } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import { useState, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { FilterEditor } from '#src/widgets/filter-editor.tsx'
import { describeFilter } from '#src/widgets/filter-words.ts'
import { ColumnPanel } from './column-panel.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { GroupPanel } from './groups/group-panel.tsx'
import { standardPins, withFilter, withoutFilter } from './list-state.ts'
import { setPhoneShape, usePhoneShape } from './phone-shape.ts'
import type { ListModel } from './use-list-page.ts'

interface PhoneSheetProps {
  readonly model: ListModel
  readonly onClose: () => void
}

/** Filters, order, groups, shape and columns of a list on a phone, in one sheet from below. */
export function PhoneSheet({ model, onClose }: PhoneSheetProps) {
  const { screen, state, change, total, words, arrange } = model
  const shape = usePhoneShape()
  return (
    <Drawer
      open
      side="bottom"
      onClose={onClose}
      title={`Arrange ${screen.plural.toLowerCase()}`}
      footer={
        <>
          {model.narrowed && (
            <Button variant="ghost" onClick={model.clear}>
              Clear filters
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {total === null ? 'Show' : `Show ${words(total)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <Part title="Filters">
          <Filters model={model} />
        </Part>
        <Part title="Order">
          <Order model={model} />
        </Part>
        <Part title="Groups">
          <GroupPanel
            screen={screen}
            group={state.group}
            sort={state.sort}
            onGroup={(group, sort) => change((current) => ({ ...current, page: 1, group, sort: sort ?? current.sort }))}
          />
        </Part>
        <Part title="Rows as">
          <Segmented
            label="Rows as"
            value={shape}
            options={[
              { value: 'cards', label: 'Cards' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={setPhoneShape}
          />
        </Part>
        <Part title="Columns">
          <ColumnPanel
            screen={screen}
            state={state}
            onArrange={arrange}
            onReset={() => arrange({ columns: screen.list?.columns ?? [], pinned: standardPins, widths: {} })}
          />
        </Part>
      </div>
    </Drawer>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Filters({ model }: { readonly model: ListModel }) {
  const { screen, state, change, locale, context } = model
  const [asked, setAsked] = useState<Filter | 'new' | null>(null)
  const fieldOf = (filter: Filter): Field | undefined =>
    [...screen.fields, ...systemFields].find((field) => field.name === filter.field)
  const apply = (filter: Filter, before?: Filter): void => {
    setAsked(null)
    change((current) => withFilter(current, filter, before))
  }
  const remove = (filter: Filter): void => {
    setAsked(null)
    change((current) => withoutFilter(current, filter))
  }
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {[...state.viewFilters, ...state.filters].map((filter) => {
          const field = fieldOf(filter)
          if (!field) return null
          const { subject, value } = describeFilter(filter, field, locale, context.labels[field.name])
          return (
            <li key={`${filter.field} ${filter.op}`} className="rounded border border-line">
              <div className="flex items-center">
                <button
                  type="button"
                  aria-expanded={asked === filter}
                  className="min-w-0 flex-1 px-3 py-2.5 text-start"
                  onClick={() => setAsked(asked === filter ? null : filter)}
                >
                  <span className="text-ink-2">{subject}</span> <span className="font-medium break-words">{value}</span>
                </button>
                <IconButton
                  size="lg"
                  icon={CloseIcon}
                  label={`Remove the filter ${subject} ${value}`}
                  onClick={() => remove(filter)}
                />
              </div>
              {asked === filter && (
                <div className="border-t border-line p-3">
                  <FilterEditor field={field} filter={filter} onApply={(next) => apply(next, filter)} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {asked === 'new' ? (
        <div className="rounded border border-line p-3">
          <FilterPanel screen={screen} first={null} onAdd={(filter) => apply(filter)} />
        </div>
      ) : (
        <Button icon={PlusIcon} size="lg" onClick={() => setAsked('new')}>
          Add a filter
        </Button>
      )}
    </div>
  )
}

function Order({ model }: { readonly model: ListModel }) {
  const { screen, state, change } = model
  const [first] = state.sort
  const sortable = screen.fields.filter((field) => fieldDisplays[field.type].sortable && !field.hidden)
  const set = (field: string, descending: boolean): void =>
    change((current) => ({ ...current, page: 1, sort: [{ field, descending }] }))
  return (
    <div className="flex items-center gap-2">
      <Select
        aria-label="Order by"
        value={first?.field ?? ''}
        options={sortable.map(({ name, label }) => ({ value: name, label }))}
        onChange={(event) => set(event.target.value, false)}
      />
      <IconButton
        bordered
        icon={first?.descending ? ArrowDownIcon : ArrowUpIcon}
        label={first?.descending ? 'From the last; turn around' : 'From the first; turn around'}
        onClick={() => first && set(first.field, !first.descending)}
      />
    </div>
  )
}
