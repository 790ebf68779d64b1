import type { Field, SortKey } from '#src/definition'
import { fieldDisplays } from '#src/definition'
import type { Header } from '@tanstack/react-table'
import type { KeyboardEvent } from 'react'
import { ArrowDownIcon, ArrowUpIcon } from '#src/ui/icons.tsx'
import { alignOf, type features, type Row } from './table-columns.ts'

type ColumnHeader = Header<typeof features, Row>

interface HeadCellProps {
  readonly field: Field
  readonly header: ColumnHeader
  readonly sort: readonly SortKey[]
  readonly onSort: ((field: string, add: boolean) => void) | undefined
  readonly onResize: (field: string, width: number) => void
}

const ariaSort = (key: SortKey | undefined) => (key ? (key.descending ? 'descending' : 'ascending') : undefined)

/** A column's heading: a click sorts by it, a click with Shift adds it to the sort keys, its right edge resizes it. */
export function HeadCell({ field, header, sort, onSort, onResize }: HeadCellProps) {
  const at = sort.findIndex((key) => key.field === field.name)
  const key = sort[at]
  const sortable = onSort !== undefined && fieldDisplays[field.type].sortable
  const Arrow = key?.descending ? ArrowDownIcon : ArrowUpIcon
  return (
    <th
      scope="col"
      aria-sort={ariaSort(key)}
      className={`group/head relative ${alignOf(field) ?? ''}`}
      title={field.help ?? field.label}
    >
      {sortable ? (
        <button
          type="button"
          className={`inline-flex max-w-full items-center gap-0.5 rounded align-middle hover:text-ink-1 ${alignOf(field) ? 'flex-row-reverse' : ''}`}
          onClick={(event) => onSort(field.name, event.shiftKey)}
        >
          <span className="truncate">{field.label}</span>
          {key && (
            <span className="inline-flex shrink-0 items-center text-accent-ink">
              <Arrow size={12} />
              {sort.length > 1 && <span className="text-xs leading-none">{at + 1}</span>}
            </span>
          )}
        </button>
      ) : (
        field.label
      )}
      <Resizer field={field} header={header} onResize={onResize} />
    </th>
  )
}

function Resizer({ field, header, onResize }: Pick<HeadCellProps, 'field' | 'header' | 'onResize'>) {
  const start = header.getResizeHandler()
  const byKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    onResize(field.name, Math.max(48, header.column.getSize() + step))
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${field.label}`}
      aria-valuenow={Math.round(header.column.getSize())}
      aria-valuemin={48}
      aria-valuemax={900}
      tabIndex={-1}
      onKeyDown={byKey}
      onMouseDown={start}
      onTouchStart={start}
      onDoubleClick={() => header.column.resetSize()}
      className="absolute inset-y-2 end-0 w-2 cursor-col-resize touch-none border-e border-transparent group-hover/head:border-line-strong hover:border-accent"
    />
  )
}
