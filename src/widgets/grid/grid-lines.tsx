import { fieldDisplays, type Field } from '#src/definition'
import { memo, type CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { ChevronDownIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { cellText, isAmount, isNegative } from '#src/widgets/cell-text.ts'
import { renderCell } from '#src/widgets/cells.ts'
import type { Row } from './aggregate.ts'
import type { GridLine, Totals } from './grid-model.ts'

const cellClass = (field: Field): string =>
  `flex min-w-0 items-center px-3 ${fieldDisplays[field.type].align === 'end' ? 'justify-end' : ''}`

interface GridLineRowProps {
  readonly id: string
  readonly at: number
  readonly line: GridLine
  readonly row: Row | undefined
  readonly fields: readonly Field[]
  /** Places of the columns that are in view. */
  readonly drawn: readonly number[]
  readonly locale: string
  readonly start: number
  readonly height: number
  readonly style: CSSProperties
  readonly activeColumn: number
  /** The columns of this line that are chosen; -1: none. */
  readonly chosenFrom: number
  readonly chosenTo: number
  readonly rowHref: ((row: Row) => string | undefined) | undefined
  readonly onFold: (path: string) => void
  readonly onActivate: (row: number, column: number, extend: boolean) => void
}

// The first column, and with it the name of a group, stays in view when the others scroll.
const pinned = 'sticky left-0 z-10 bg-inherit'
const noLabels = {}
const activeClass = 'outline-2 -outline-offset-2 outline-accent-ink [[role=grid]:not(:focus)_&]:outline-none'

/** One line of the grid at its place: a record, or the heading of a group. */
export const GridLineRow = memo(
  function GridLineRow(props: GridLineRowProps) {
    const { id, at, line, row, fields, drawn, locale, start, height, style, activeColumn, rowHref, onActivate } = props
    const href = row && rowHref?.(row)
    return (
      <div
        role="row"
        aria-rowindex={at + 2}
        className={`absolute top-0 left-0 grid border-b border-line ${line.kind === 'group' ? 'bg-background font-semibold' : 'bg-panel hover:bg-hover'}`}
        style={{ ...style, height, transform: `translateY(${start}px)` }}
      >
        {drawn.map((column) => {
          const field = fields[column]!
          const isChosen = column >= props.chosenFrom && column <= props.chosenTo && props.chosenFrom >= 0
          return (
            <div
              key={field.name}
              id={`${id}-${column}`}
              role="gridcell"
              aria-colindex={column + 1}
              aria-selected={isChosen || undefined}
              style={{ gridColumn: column + 1 }}
              onPointerDown={(event) => onActivate(at, column, event.shiftKey)}
              className={`${cellClass(field)} ${column === 0 ? pinned : ''} ${isChosen ? 'bg-accent-soft!' : ''} ${column === activeColumn ? activeClass : ''}`}
            >
              {line.kind === 'group' ? (
                <GroupCell {...props} line={line} field={field} column={column} />
              ) : (
                <span className="truncate" data-truncate="">
                  {column === 0 && href ? (
                    <Link to={href} tabIndex={-1} className="text-accent-ink hover:underline">
                      {cellText(row?.[field.name], field, locale) || '—'}
                    </Link>
                  ) : (
                    renderCell(row?.[field.name], field, { locale, labels: noLabels })
                  )}
                </span>
              )}
            </div>
          )
        })}
      </div>
    )
  },
  (a, b) =>
    a.line.kind === b.line.kind &&
    (a.line.kind === 'record' ? a.row === b.row : a.line === b.line) &&
    a.at === b.at &&
    a.start === b.start &&
    a.style === b.style &&
    a.activeColumn === b.activeColumn &&
    a.chosenFrom === b.chosenFrom &&
    a.chosenTo === b.chosenTo &&
    a.drawn === b.drawn &&
    a.fields === b.fields,
)

type GroupLine = Extract<GridLine, { kind: 'group' }>

function GroupCell({
  line,
  field,
  column,
  locale,
  onFold,
}: Omit<GridLineRowProps, 'line'> & { readonly line: GroupLine; readonly field: Field; readonly column: number }) {
  const total = line.totals[field.name]
  const Chevron = line.open ? ChevronDownIcon : ChevronRightIcon
  if (column === 0) {
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-expanded={line.open}
        onClick={() => onFold(line.path)}
        className="flex min-w-0 items-center gap-1.5 whitespace-nowrap"
        style={{ paddingInlineStart: line.depth * 16 }}
      >
        <Chevron size={14} className="shrink-0 text-ink-3" />
        <span>{cellText(line.value, line.field, locale) || '(empty)'}</span>
        <span className="font-normal text-ink-3">{new Intl.NumberFormat(locale).format(line.count)}</span>
      </button>
    )
  }
  return total === undefined ? null : <Amount field={field} value={total} locale={locale} />
}

function Amount({
  field,
  value,
  locale,
}: {
  readonly field: Field
  readonly value: string | number | null
  readonly locale: string
}) {
  const text = isAmount(field) ? cellText(value, field, locale) : String(value ?? '')
  return <span className={isNegative(value) ? 'text-bad' : undefined}>{text}</span>
}

interface GridTotalsProps {
  readonly fields: readonly Field[]
  readonly totals: Totals
  readonly locale: string
  readonly style: CSSProperties
}

/** The totals of the rows that the column filters leave, in view at the foot. */
export function GridTotals({ fields, totals, locale, style }: GridTotalsProps) {
  return (
    <div
      role="rowgroup"
      className="sticky bottom-0 z-10 border-t border-line-strong bg-panel"
      style={{ width: style.width }}
    >
      <div role="row" className="grid h-9 font-semibold" style={style}>
        {fields.map((field, at) => (
          <div
            key={field.name}
            role="gridcell"
            className={`${cellClass(field)} ${at === 0 ? 'sticky left-0 z-10 bg-panel' : ''}`}
          >
            {totals[field.name] === undefined ? (
              at === 0 && 'Total'
            ) : (
              <Amount field={field} value={totals[field.name]!} locale={locale} />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
