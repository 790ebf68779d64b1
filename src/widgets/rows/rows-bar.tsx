import { Button } from '#src/ui/button.tsx'
import { CopyIcon, PlusIcon, TrashIcon } from '#src/ui/icons.tsx'
import { Kbd } from '#src/ui/kbd.tsx'

interface RowsBarProps {
  /** What the rows are called together. */
  readonly label: string
  readonly count: number
  readonly chosen: number
  readonly limit: number
  /** Whether a row can be opened as a form. */
  readonly opens: boolean
  readonly onAdd: () => void
  readonly onCopy: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly onClear: () => void
}

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

/** Below nested rows: one more, how many there are, and what can be done with those that are chosen. */
export function RowsBar({
  label,
  count,
  chosen,
  limit,
  opens,
  onAdd,
  onCopy,
  onDuplicate,
  onRemove,
  onClear,
}: RowsBarProps) {
  const full = count >= limit
  return (
    <div className="mt-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      {chosen === 0 ? (
        <>
          <Button size="sm" icon={PlusIcon} disabled={full} aria-label={`Add row to ${label}`} onClick={onAdd}>
            Add row
          </Button>
          <span role="status" className="text-sm text-ink-3">
            {count === 0 ? '' : rowsText(count)}
            {full ? `, the most kept here` : ''}
          </span>
          <span className="invisible ml-auto hidden flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3 group-focus-within/rows:visible lg:flex">
            <Hint keys="Enter">next row</Hint>
            <Hint keys="Ctrl Enter">new row</Hint>
            <Hint keys="Ctrl D">as above</Hint>
            <Hint keys="Alt ↑ ↓">move</Hint>
            <Hint keys="Alt Del">remove</Hint>
            {opens ? <Hint keys="Alt Enter">as a form</Hint> : null}
          </span>
        </>
      ) : (
        <>
          <span role="status" className="font-medium text-ink-1">
            {rowsText(chosen)} of {count} chosen
          </span>
          <Button size="sm" icon={CopyIcon} onClick={onCopy}>
            Copy
          </Button>
          <Button size="sm" icon={PlusIcon} disabled={full} onClick={onDuplicate}>
            Duplicate
          </Button>
          <Button size="sm" icon={TrashIcon} onClick={onRemove}>
            Remove
          </Button>
          <Button size="sm" variant="ghost" onClick={onClear}>
            Choose none
          </Button>
        </>
      )}
    </div>
  )
}

const Hint = ({ keys, children }: { keys: string; children: string }) => (
  <span className="inline-flex items-center gap-1">
    {keys.split(' ').map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    {children}
  </span>
)
