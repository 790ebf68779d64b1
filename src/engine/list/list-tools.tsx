import { useState, type RefObject } from 'react'
import type { Density } from '#src/data/list-views.ts'
import { Button } from '#src/ui/button.tsx'
import { DensityIcon, FilterIcon, KeyboardIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { GroupChooser } from './group-chooser.tsx'
import { standardPins } from './list-state.ts'
import { SearchBox } from './search-box.tsx'
import type { ListModel } from './use-list-page.ts'

const heights: readonly (readonly [Density, string])[] = [
  ['compact', 'Compact rows'],
  ['standard', 'Standard rows'],
  ['roomy', 'Roomy rows'],
]

const loadTreeSwitch = () => import('./tree/tree-switch.tsx')
const loadSheet = () => import('./phone-sheet.tsx')

interface ListToolsProps {
  readonly model: ListModel
  readonly search: RefObject<HTMLInputElement | null>
  readonly narrow: boolean
}

/** Search, columns, row height and the map of keys. */
export function ListTools({ model, search, narrow }: ListToolsProps) {
  const { screen, state, change, layout, arrange, setDialog } = model
  const [sheet, setSheet] = useState(false)
  const sheets = useModule(sheet, loadSheet)
  const isTree = screen.list?.tree != null
  const switches = useModule(isTree, loadTreeSwitch)
  const set = state.filters.length + state.viewFilters.length + state.group.length
  const searchable = screen.fields.some((field) => field.search)
  return (
    <div className="flex grow items-center gap-1.5 sm:grow-0 print:hidden">
      {searchable && (
        <SearchBox
          inputRef={search}
          label={`Search ${screen.plural.toLowerCase()}`}
          value={state.search}
          onSearch={(text) => change((current) => ({ ...current, page: 1, search: text }), { replace: true })}
        />
      )}
      {isTree && (
        <span className="min-h-7 min-w-[142px]">
          {switches && (
            <switches.TreeSwitch
              tree={state.tree}
              onTree={(tree) => change((current) => ({ ...current, page: 1, tree, group: tree ? [] : current.group }))}
            />
          )}
        </span>
      )}
      {narrow ? (
        <>
          <Button icon={FilterIcon} onClick={() => setSheet(true)} aria-haspopup="dialog">
            Arrange
            {set > 0 && <span className="ms-1 rounded-full bg-accent-soft px-1.5 text-sm text-accent-ink">{set}</span>}
          </Button>
          {sheet && sheets && <sheets.PhoneSheet model={model} onClose={() => setSheet(false)} />}
        </>
      ) : (
        <>
          <GroupChooser
            screen={screen}
            group={state.group}
            sort={state.sort}
            onGroup={(group, sort) =>
              change((current) => ({ ...current, page: 1, group, tree: false, sort: sort ?? current.sort }))
            }
          />
          <ColumnChooser
            screen={screen}
            state={state}
            onArrange={arrange}
            onReset={() => arrange({ columns: screen.list?.columns ?? [], pinned: standardPins, widths: {} })}
          />
          <Menu
            align="end"
            label="Row height"
            items={heights.map(([value, label]) => ({
              label,
              checked: value === (layout.density ?? 'standard'),
              onSelect: () => arrange({ density: value === 'standard' ? null : value }),
            }))}
            trigger={(props) => <IconButton {...props} bordered icon={DensityIcon} label="Row height" />}
          />
          <IconButton icon={KeyboardIcon} label="Keyboard map" onClick={() => setDialog({ kind: 'keys' })} />
        </>
      )}
    </div>
  )
}
