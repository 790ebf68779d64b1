import type { Field, Filter } from '#src/definition'
import { useState } from 'react'
import { CloseIcon } from '#src/ui/icons.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { describeFilter } from '#src/widgets/filter-words.ts'

const loadEditor = () => import('#src/widgets/filter-editor.tsx')

interface FilterChipProps {
  readonly field: Field
  readonly filter: Filter
  readonly locale: string
  readonly labels: Labels
  readonly onChange: (filter: Filter) => void
  readonly onRemove: () => void
}

/** A filter as a sentence, to be changed or taken away. */
export function FilterChip({ field, filter, locale, labels, onChange, onRemove }: FilterChipProps) {
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

/** A part of the address that asks for something there is not; the rows are those without it. */
export function LeftOut({ reason, onRemove }: { readonly reason: string; readonly onRemove: () => void }) {
  return (
    <span
      role="alert"
      className="inline-flex h-7 max-w-full min-w-0 items-center rounded-full border border-warn bg-warn-soft text-sm text-warn"
    >
      <span className="truncate ps-3 pe-1.5" data-truncate="">
        Left out: {reason}
      </span>
      <button
        type="button"
        aria-label="Take it out of the address"
        className="inline-flex h-full w-7 shrink-0 items-center justify-center rounded-e-full pe-1"
        onClick={onRemove}
      >
        <CloseIcon size={12} />
      </button>
    </span>
  )
}
