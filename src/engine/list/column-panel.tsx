import type { Screen } from '#src/definition'
import { useRef, useState, type PointerEvent } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, DragIcon, PinIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { pinToggled } from './column-entries.ts'
import { movedTo, offeredColumns, toggled } from './column-order.ts'
import { mostPins, type ListState } from './list-state.ts'
import type { Arrangement } from './use-layout.ts'

export interface ColumnPanelProps {
  readonly screen: Screen
  readonly state: ListState
  readonly onArrange: (arrangement: Arrangement) => void
  readonly onReset: () => void
}

const searchFrom = 10

/** Finds, shows, hides, moves and pins columns, by pointer and by keys. */
export function ColumnPanel({ screen, state, onArrange, onReset }: ColumnPanelProps) {
  const { columns, pinned } = state
  const [wanted, setWanted] = useState('')
  const shown = useRef<HTMLUListElement>(null)
  const label = (name: string): string => screen.fields.find((field) => field.name === name)?.label ?? name
  const matches = (name: string): boolean => label(name).toLowerCase().includes(wanted.trim().toLowerCase())
  const offered = offeredColumns(screen.fields)
  const hidden = offered.filter((name) => !columns.includes(name))
  const found = columns.filter(matches)
  const [foundHidden, whole] = [hidden.filter(matches), found.length === columns.length]
  const show = (next: readonly string[]): void =>
    onArrange({ columns: next, ...(pinned > next.length ? { pinned: next.length } : {}) })
  // By pointer rather than by drag and drop, which phones do not know.
  const drag = (event: PointerEvent<HTMLButtonElement>, name: string): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const places = [...(shown.current?.children ?? [])].map((item) => item.getBoundingClientRect())
    const at = places.findIndex((box) => event.clientY >= box.top && event.clientY < box.bottom)
    if (at >= 0 && columns[at] !== name) show(movedTo(columns, name, at))
  }
  return (
    <div className="flex max-h-[60vh] w-full flex-col sm:w-80">
      {offered.length >= searchFrom && (
        <Input
          className="mb-2 shrink-0"
          aria-label="Search the columns"
          placeholder="Search the columns"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <div className="min-h-0 overflow-auto">
        <p className="px-1 pb-1 text-sm font-medium text-ink-3">
          Shown, {columns.length} of {columns.length + hidden.length}
        </p>
        <ul ref={shown} aria-label="Shown columns">
          {found.map((name) => {
            const at = columns.indexOf(name)
            return (
              <li key={name} className="flex items-center gap-1 rounded-sm pe-1 hover:bg-hover">
                {whole && (
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-label={`Drag ${label(name)} to its place`}
                    className="shrink-0 cursor-grab touch-none py-2 text-ink-3"
                    onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                    onPointerMove={(event) => drag(event, name)}
                  >
                    <DragIcon />
                  </button>
                )}
                <Checkbox
                  className="min-w-0 flex-1 py-1.5"
                  label={label(name)}
                  checked
                  disabled={columns.length === 1}
                  onChange={() => show(toggled(columns, name))}
                />
                <IconButton
                  size="sm"
                  icon={PinIcon}
                  active={at < pinned}
                  aria-pressed={at < pinned}
                  label={at < pinned ? `Unpin ${label(name)}` : `Pin ${label(name)} to the left`}
                  disabled={at >= pinned && pinned >= mostPins}
                  onClick={() => onArrange(pinToggled(state, name))}
                />
                <IconButton
                  size="sm"
                  icon={ChevronUpIcon}
                  label={`Move ${label(name)} to the left`}
                  disabled={at === 0}
                  onClick={() => show(movedTo(columns, name, at - 1))}
                />
                <IconButton
                  size="sm"
                  icon={ChevronDownIcon}
                  label={`Move ${label(name)} to the right`}
                  disabled={at === columns.length - 1}
                  onClick={() => show(movedTo(columns, name, at + 1))}
                />
              </li>
            )
          })}
        </ul>
        {foundHidden.length > 0 && (
          <>
            <p className="mt-2 border-t border-line px-1 pt-2 pb-1 text-sm font-medium text-ink-3">Not shown</p>
            <ul aria-label="Hidden columns">
              {foundHidden.map((name) => (
                <li key={name} className="rounded-sm ps-5 hover:bg-hover">
                  <Checkbox
                    className="w-full py-1.5"
                    label={label(name)}
                    checked={false}
                    onChange={() => show(toggled(columns, name))}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        {found.length + foundHidden.length === 0 && <p className="px-1 py-2 text-ink-3">No column of that name</p>}
      </div>
      <div className="mt-2 flex shrink-0 justify-between gap-2 border-t border-line pt-2">
        <Button variant="ghost" size="sm" onClick={onReset}>
          Back to the standard
        </Button>
        {hidden.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => show([...columns, ...hidden])}>
            Show all
          </Button>
        )}
      </div>
    </div>
  )
}
