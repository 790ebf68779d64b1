import type { Field } from '#src/definition'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { columnWidth } from '#src/widgets/cell-width.ts'
import { movedPlace, type CellPlace } from '#src/widgets/table/cell-focus.ts'
import { fitWidths } from '#src/widgets/table/fit-widths.ts'
import { stretches, type ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { useElementWidth } from '#src/widgets/table/use-element-width.ts'
import type { Row } from './aggregate.ts'
import { GridHead } from './grid-head.tsx'
import { GridLineRow, GridTotals } from './grid-lines.tsx'
import type { GridLine } from './grid-model.ts'
import type { useGrid } from './use-grid.ts'

interface GridTableProps {
  readonly label: string
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  readonly grid: ReturnType<typeof useGrid>
  readonly locale: string
  readonly rowHref: ((row: Row) => string | undefined) | undefined
}

const rowHeight = 32
const pageRows = 20
// Below this a column filter cannot be read.
const leastWidth = 104

/** The lines of the grid; only those in view are drawn. */
export function GridTable({ label, fields, rows, grid, locale, rowHref }: GridTableProps) {
  const { state, change, fold, sorted, lines, sums } = grid
  const id = useId()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const room = useElementWidth(box)
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 })
  const count = lines ? lines.length : sorted.length
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const [chosen, setChosen] = useState<ColumnWidths>({})
  const widths = useMemo(() => {
    const bases = fields.map((field) => {
      const width = chosen[field.name]
      return {
        width: width ?? Math.max(columnWidth(field), leastWidth),
        stretch: width === undefined && stretches(field),
      }
    })
    return fitWidths(bases, room)
  }, [fields, room, chosen])
  const resize = (name: string, width: number | undefined): void => {
    const { [name]: _old, ...others } = chosen
    setChosen(width === undefined ? others : { ...others, [name]: width })
  }
  const style = useMemo(
    () => ({
      gridTemplateColumns: widths.map((width) => `${width}px`).join(' '),
      width: widths.reduce((sum, width) => sum + width, 0),
    }),
    [widths],
  )
  const lineAt = (at: number): GridLine => lines?.[at] ?? { kind: 'record', index: sorted[at]! }
  const hasTotals = fields.some((field) => sums[field.name] !== undefined)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== box.current || count === 0) return
    const next = movedPlace(
      active,
      { row: count - 1, column: fields.length - 1 },
      event.key,
      event.ctrlKey || event.metaKey,
      pageRows,
    )
    if (next) {
      setActive(next)
      virtual.scrollToIndex(next.row)
    } else if (event.key === 'Enter' || event.key === ' ') {
      const line = lineAt(active.row)
      const href = line.kind === 'record' ? rowHref?.(rows[line.index]!) : undefined
      if (line.kind === 'group') fold(line.path)
      else if (href) void navigate(href)
    } else return
    event.preventDefault()
  }

  return (
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={fields.length}
      aria-activedescendant={count > 0 ? `${id}-${active.row}-${active.column}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="relative min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      <GridHead fields={fields} style={style} state={state} change={change} widths={widths} onResize={resize} />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize(), width: style.width }}>
        {virtual.getVirtualItems().map((item) => (
          <GridLineRow
            key={item.index}
            id={`${id}-${item.index}`}
            at={item.index}
            line={lineAt(item.index)}
            row={
              lineAt(item.index).kind === 'record' ? rows[(lineAt(item.index) as { index: number }).index] : undefined
            }
            fields={fields}
            locale={locale}
            start={item.start}
            height={rowHeight}
            style={style}
            activeColumn={item.index === active.row ? active.column : -1}
            rowHref={rowHref}
            onFold={fold}
            onActivate={(column) => setActive({ row: item.index, column })}
          />
        ))}
      </div>
      {hasTotals && <GridTotals fields={fields} totals={sums} locale={locale} style={style} />}
    </div>
  )
}
