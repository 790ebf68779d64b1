import type { Field, SortKey } from '#src/definition'
import { fieldDisplays } from '#src/definition'
import { ArrowDownIcon, ArrowUpIcon } from '#src/ui/icons.tsx'
import { cx } from '#src/ui/cx.ts'
import { ColumnResizer } from './column-resizer.tsx'
import { alignOf } from './table-columns.ts'

interface HeadCellProps {
  readonly field: Field
  readonly width: number
  /** The heading that Tab comes to; arrows lead to the others. */
  readonly first: boolean
  /** Its width waits for the rows: there is a bar where the heading will be. */
  readonly open?: boolean
  readonly sort: readonly SortKey[]
  readonly onSort: ((field: string, add: boolean) => void) | undefined
  readonly onResize: (field: string, width: number) => void
}

// Two lines fit into the height of one row; the rest is told on hover.
const headingClass = 'line-clamp-2 min-w-0 leading-[15px] whitespace-normal'

const ariaSort = (key: SortKey | undefined) => (key ? (key.descending ? 'descending' : 'ascending') : undefined)

/** A column's heading: a click sorts by it, a click with Shift adds it to the sort keys, its right edge resizes it. */
export function HeadCell({ field, width, first, open = false, sort, onSort, onResize }: HeadCellProps) {
  const at = sort.findIndex((key) => key.field === field.name)
  const key = sort[at]
  const sortable = onSort !== undefined && fieldDisplays[field.type].sortable
  const Arrow = key?.descending ? ArrowDownIcon : ArrowUpIcon
  return (
    <th
      scope="col"
      aria-sort={ariaSort(key)}
      className={`group/head relative ${alignOf(field) ?? ''}`}
      data-field={field.name}
      title={field.help ?? field.label}
      data-label={field.label}
      tabIndex={sortable ? undefined : first ? 0 : -1}
    >
      {sortable ? (
        <button
          type="button"
          tabIndex={first ? 0 : -1}
          className={`relative inline-flex max-w-full items-center gap-0.5 rounded align-middle hover:text-ink-1 ${alignOf(field) ? 'text-end' : 'text-start'}`}
          onClick={(event) => onSort(field.name, event.shiftKey)}
        >
          <Heading field={field} open={open} />
          {/* Its room is there before it is: nothing moves when the order changes. */}
          <span
            className={`inline-flex w-3 shrink-0 items-center text-accent-ink ${alignOf(field) ? 'absolute end-full flex-row-reverse' : ''}`}
          >
            {key && <Arrow size={12} className="shrink-0" />}
            {key && sort.length > 1 && <span className="text-xs leading-none">{at + 1}</span>}
          </span>
        </button>
      ) : (
        <Heading field={field} open={open} />
      )}
      <ColumnResizer label={field.label} width={width} onResize={(next) => onResize(field.name, next)} />
    </th>
  )
}

const Heading = ({ field: { label, unit }, open }: { field: Field; open: boolean }) => (
  <span className={cx(headingClass, open && 'skeleton rounded-sm leading-[12px] text-transparent')}>
    {label}
    {unit ? <span className={cx('font-normal', !open && 'text-ink-3')}> {unit}</span> : null}
  </span>
)
