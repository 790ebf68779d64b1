import type { Screen } from '#src/definition'
import { useState, type DragEvent } from 'react'
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
  const [dragged, setDragged] = useState<string | null>(null)
  const label = (name: string): string => screen.fields.find((field) => field.name === name)?.label ?? name
  const hidden = offeredColumns(screen.fields).filter((name) => !columns.includes(name))
  const drop = (event: DragEvent, target: string): void => {
    event.preventDefault()
    if (dragged) onChange(movedTo(columns, dragged, columns.indexOf(target)))
    setDragged(null)
  }
  return (
    <div className="flex max-h-[60vh] w-72 flex-col">
      <ul aria-label="Shown columns" className="min-h-0 overflow-auto">
        {columns.map((name, at) => (
          <li
            key={name}
            draggable
            onDragStart={() => setDragged(name)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, name)}
            className={`group flex items-center gap-1.5 rounded-sm pe-1 hover:bg-hover ${dragged === name ? 'opacity-50' : ''}`}
          >
            <DragIcon className="shrink-0 cursor-grab text-ink-3" />
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
