import { fieldDisplays, type Field } from '#src/definition'
import { memo, type CSSProperties } from 'react'
import { cx } from '#src/ui/cx.ts'
import { ChevronDownIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { CellLink } from '#src/widgets/cell-link.tsx'
import { cellText, isAmount, isNegative } from '#src/widgets/cell-text.ts'
import { renderCell } from '#src/widgets/cells.ts'
import type { Row } from './aggregate.ts'
import type { GridLine, Totals } from './grid-model.ts'

/** The headings and their filters are the first two rows of the grid. */
export const headLines = 2

/** A column that is drawn: where it stands, and its look, made once for all lines. */
export interface DrawnColumn {
  readonly at: number
  readonly field: Field
  readonly className: string
  readonly style: CSSProperties
}

const ofEnd = (field: Field): boolean => fieldDisplays[field.type].align === 'end'

// One box a cell, at a place of its own: nothing is laid out beside it when its text changes.
const cellClass = 'absolute top-0 h-full truncate px-3 leading-[31px]'
// The first column, and with it the name of a group, stays in view when the others scroll. Its ground is not inherited: a line
// whose cells inherit from it is styled anew, with all of them, at each step of a scroll.
const pinned = 'sticky left-0 z-10 h-full truncate px-3 leading-[31px]'

/** The columns that are in view, each at its place; the first one always is. */
export function drawnColumns(
  fields: readonly Field[],
  widths: readonly number[],
  [from, to]: readonly [number, number],
): DrawnColumn[] {
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0))
  return fields.flatMap((field, at) => {
    if (at > 0 && (at < from || at >= to)) return []
    const [left, width] = [starts[at]!, widths[at]!]
    const place = at === 0 ? pinned : cellClass
    return [
      {
        at,
        field,
        className: ofEnd(field) ? `${place} text-end` : place,
        style: at === 0 ? { width } : { left, width },
      },
    ]
  })
}

interface GridLineRowProps {
  readonly at: number
  readonly line: GridLine
  readonly row: Row | undefined
  readonly columns: readonly DrawnColumn[]
  readonly locale: string
  readonly height: number
  readonly width: number
  /** The column that the keys are at and the id of its cell; -1: none of this line. */
  readonly activeColumn: number
  readonly activeId: string
  /** The columns of this line that are chosen; -1: none. */
  readonly chosenFrom: number
  readonly chosenTo: number
  readonly rowHref: ((row: Row) => string | undefined) | undefined
  readonly figureHref: ((column: string, row: Row) => string | undefined) | undefined
  readonly onFold: (path: string) => void
}

const noLabels = {}
const activeClass = 'outline-2 -outline-offset-2 outline-accent-ink [[role=grid]:not(:focus)_&]:outline-none'

/** One line of the grid at its place: a record, or the heading of a group. */
export const GridLineRow = memo(
  function GridLineRow(props: GridLineRowProps) {
    const { at, line, row, columns, locale, height, width, activeColumn, rowHref, figureHref } = props
    const href = row && rowHref?.(row)
    const group = line.kind === 'group'
    return (
      <div
        role="row"
        aria-rowindex={at + headLines + 1}
        className={group ? groupClass : recordClass}
        style={{ height, width, transform: `translateY(${at * height}px)` }}
      >
        {columns.map(({ at: column, field, className, style }) => {
          const isChosen = column >= props.chosenFrom && column <= props.chosenTo && props.chosenFrom >= 0
          const isActive = column === activeColumn
          const value = row?.[field.name]
          const lines = row && figureHref?.(field.name, row)
          const look = cx(
            className,
            column === 0 && (group ? 'overflow-visible! bg-background' : 'bg-panel group-hover/line:bg-hover'),
            isChosen && 'bg-accent-soft!',
            isActive && activeClass,
            !group && isAmount(field) && isNegative(value) && 'text-bad',
          )
          return (
            <div
              key={field.name}
              id={isActive ? props.activeId : undefined}
              role="gridcell"
              aria-colindex={column + 1}
              aria-selected={isChosen || undefined}
              style={style}
              data-truncate={group ? undefined : ''}
              className={look}
            >
              {line.kind === 'group' ? (
                <GroupCell line={line} field={field} column={column} locale={locale} onFold={props.onFold} />
              ) : column === 0 && href ? (
                <CellLink href={href}>{cellText(value, field, locale) || '—'}</CellLink>
              ) : lines && cellText(value, field, locale) ? (
                <CellLink href={lines}>{cellText(value, field, locale)}</CellLink>
              ) : isAmount(field) ? (
                cellText(value, field, locale)
              ) : (
                renderCell(value, field, { locale, labels: noLabels })
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
    a.activeColumn === b.activeColumn &&
    a.chosenFrom === b.chosenFrom &&
    a.chosenTo === b.chosenTo &&
    a.columns === b.columns,
)

const lineClass = 'group/line absolute top-0 left-0 border-b border-line'
const recordClass = `${lineClass} bg-panel hover:bg-hover`
const groupClass = `${lineClass} bg-background font-semibold`

type GroupLine = Extract<GridLine, { kind: 'group' }>

function GroupCell({
  line,
  field,
  column,
  locale,
  onFold,
}: {
  readonly line: GroupLine
  readonly field: Field
  readonly column: number
  readonly locale: string
  readonly onFold: (path: string) => void
}) {
  const total = line.totals[field.name]
  const Chevron = line.open ? ChevronDownIcon : ChevronRightIcon
  if (column === 0) {
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-expanded={line.open}
        onClick={() => onFold(line.path)}
        className="flex h-full min-w-0 items-center gap-1.5 whitespace-nowrap"
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
  return isAmount(field) ? renderCell(value, field, { locale, labels: noLabels }) : String(value ?? '')
}

interface GridTotalsProps {
  readonly fields: readonly Field[]
  readonly totals: Totals
  /** What a total is that is no sum, by column. */
  readonly words: Readonly<Record<string, string>>
  readonly locale: string
  readonly style: CSSProperties
  readonly rowIndex: number
}

/** The totals of the rows that the column filters leave, in view at the foot. */
export function GridTotals({ fields, totals, words, locale, style, rowIndex }: GridTotalsProps) {
  return (
    <div
      role="rowgroup"
      data-stays=""
      className="sticky bottom-0 z-10 border-t border-line-strong bg-panel"
      style={{ width: style.width }}
    >
      <div role="row" aria-rowindex={rowIndex} className="grid h-9 font-semibold" style={style}>
        {fields.map((field, at) => (
          <div
            key={field.name}
            role="gridcell"
            className={cx(
              'flex min-w-0 items-center px-3',
              ofEnd(field) && 'justify-end',
              at === 0 && 'sticky left-0 z-10 bg-panel',
            )}
          >
            {totals[field.name] === undefined ? (
              at === 0 && 'Total'
            ) : (
              <span className="min-w-0 truncate">
                {words[field.name]} <Amount field={field} value={totals[field.name]!} locale={locale} />
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
