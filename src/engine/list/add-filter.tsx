import type { Field, Filter, Screen } from '#src/definition'
import { useState } from 'react'
import { PlusIcon } from '#src/ui/icons.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'

const loadPanel = () => import('./filter-panel.tsx')

interface AddFilterProps {
  readonly screen: Screen
  /** The field that the list asks a filter for, as a column's menu does. */
  readonly asking: Field | null
  readonly onClosed: () => void
  readonly onAdd: (filter: Filter) => void
}

/** The button that adds a filter. */
export function AddFilter({ screen, asking, onClosed, onAdd }: AddFilterProps) {
  const [own, setOwn] = useState(false)
  const open = own || asking !== null
  const setOpen = (next: boolean): void => {
    setOwn(next)
    if (!next) onClosed()
  }
  const panel = useModule(open, loadPanel)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Add a filter"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="inline-flex h-7 items-center gap-1 rounded-full border border-dashed border-line-strong px-3 text-sm text-ink-2 hover:border-solid hover:bg-hover hover:text-ink-1"
        >
          <PlusIcon size={12} />
          Filter
        </button>
      )}
    >
      {(close) =>
        panel ? (
          <panel.FilterPanel
            key={asking?.name ?? ''}
            screen={screen}
            first={asking}
            onAdd={(filter) => {
              close()
              onAdd(filter)
            }}
          />
        ) : (
          <SkeletonLines lines={6} className="w-64" />
        )
      }
    </Popover>
  )
}
