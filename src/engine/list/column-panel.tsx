import type { Screen } from '#src/definition'
import { useRef, type PointerEvent } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, DragIcon } from '#src/ui/icons.tsx'
import { movedTo, offeredColumns, toggled } from './column-order.ts'

export interface ColumnPanelProps {
  readonly screen: Screen
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
  readonly onReset: () => void
}

/** Shows, hides and moves columns, by pointer and by keys. */
export function ColumnPanel({ screen, columns, onChange, onReset }: ColumnPanelProps) {
  const shown = useRef<HTMLUListElement>(null)
  const label = (name: string): string => screen.fields.find((field) => field.name === name)?.label ?? name
  const hidden = offeredColumns(screen.fields).filter((name) => !columns.includes(name))
  // By pointer rather than by drag and drop, which phones do not know.
  const drag = (event: PointerEvent<HTMLButtonElement>, name: string): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const places = [...(shown.current?.children ?? [])].map((item) => item.getBoundingClientRect())
    const at = places.findIndex((box) => event.clientY >= box.top && event.clientY < box.bottom)
    if (at >= 0 && columns[at] !== name) onChange(movedTo(columns, name, at))
  }
  return (
    <div className="flex max-h-[60vh] w-72 flex-col">
      <ul ref={shown} aria-label="Shown columns" className="min-h-0 overflow-auto">
        {columns.map((name, at) => (
          <li key={name} className="flex items-center gap-1.5 rounded-sm pe-1 hover:bg-hover">
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
            <Checkbox
              className="min-w-0 flex-1 py-1.5"
              label={label(name)}
              checked
              disabled={columns.length === 1}
              onChange={() => onChange(toggled(columns, name))}
            />
            <IconButton
              size="sm"
              icon={ChevronUpIcon}
              label={`Move ${label(name)} to the left`}
              disabled={at === 0}
              onClick={() => onChange(movedTo(columns, name, at - 1))}
            />
            <IconButton
              size="sm"
              icon={ChevronDownIcon}
              label={`Move ${label(name)} to the right`}
              disabled={at === columns.length - 1}
              onClick={() => onChange(movedTo(columns, name, at + 1))}
            />
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <>
          <p className="mt-2 border-t border-line pt-2 text-sm font-medium text-ink-3">Not shown</p>
          <ul aria-label="Hidden columns" className="min-h-0 overflow-auto">
            {hidden.map((name) => (
              <li key={name} className="rounded-sm ps-[22px] hover:bg-hover">
                <Checkbox
                  className="w-full py-1.5"
                  label={label(name)}
                  checked={false}
                  onChange={() => onChange(toggled(columns, name))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-2 border-t border-line pt-2">
        <Button variant="ghost" size="sm" onClick={onReset}>
          Back to the standard columns
        </Button>
      </div>
    </div>
  )
}
