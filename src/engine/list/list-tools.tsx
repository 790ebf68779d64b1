import type { RefObject } from 'react'
import { DensityIcon, KeyboardIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import type { RowHeight } from './list-preferences.ts'
import { SearchBox } from './search-box.tsx'
import type { ListModel } from './use-list-page.ts'

const heights: readonly (readonly [RowHeight, string])[] = [
  ['compact', 'Compact rows'],
  ['standard', 'Standard rows'],
  ['roomy', 'Roomy rows'],
]

interface ListToolsProps {
  readonly model: ListModel
  readonly search: RefObject<HTMLInputElement | null>
  readonly height: RowHeight
  readonly onHeight: (height: RowHeight) => void
  readonly narrow: boolean
}

/** Search, columns, row height and the map of keys. */
export function ListTools({ model, search, height, onHeight, narrow }: ListToolsProps) {
  const { screen, state, change, setDialog } = model
  const searchable = screen.fields.some((field) => field.search)
  return (
    <div className="flex grow items-center gap-1.5 sm:grow-0">
      {searchable && (
        <SearchBox
          inputRef={search}
          label={`Search ${screen.plural.toLowerCase()}`}
          value={state.search}
          onSearch={(text) => change((current) => ({ ...current, page: 1, search: text }), { replace: true })}
        />
      )}
      {!narrow && (
        <>
          <ColumnChooser
            screen={screen}
            columns={state.columns}
            onChange={(columns) => change((current) => ({ ...current, columns }), { replace: true })}
            onReset={() =>
              change((current) => ({ ...current, columns: screen.list?.columns ?? [] }), { replace: true })
            }
          />
          <Menu
            align="end"
            label="Row height"
            items={heights.map(([value, label]) => ({
              label,
              checked: value === height,
              onSelect: () => onHeight(value),
            }))}
            trigger={(props) => <IconButton {...props} bordered icon={DensityIcon} label="Row height" />}
          />
          <IconButton icon={KeyboardIcon} label="Keyboard map" onClick={() => setDialog({ kind: 'keys' })} />
        </>
      )}
    </div>
  )
}
