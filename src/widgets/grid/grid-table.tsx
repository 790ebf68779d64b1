import { numberTypes, type Aggregate, type Field } from '#src/definition'
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import { followCellLink } from '#src/widgets/cell-link.tsx'
import { cellText } from '#src/widgets/cell-text.ts'
import { columnWidth, headingWidth, textWidth } from '#src/widgets/cell-width.ts'
import { movedPlace, type CellPlace } from '#src/widgets/table/cell-focus.ts'
import { fitWidths } from '#src/widgets/table/fit-widths.ts'
import { stretches, type ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { useElementWidth } from '#src/widgets/table/use-element-width.ts'
import type { Row } from './aggregate.ts'
import { GridHead } from './grid-head.tsx'
import { totalWords } from '#src/definition/total-words.ts'
import { drawnColumns, GridLineRow, GridTotals, headLines } from './grid-lines.tsx'
import type { GridLine, Totals } from './grid-model.ts'
import { blockText } from './grid-text.ts'
import { columnsInView } from './shown-columns.ts'
import type { useGrid } from './use-grid.ts'
import { useLinesInView } from './use-lines-in-view.ts'

interface GridTableProps {
  readonly label: string
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  readonly grid: ReturnType<typeof useGrid>
  /** What the totals of columns are. */
  readonly kinds: Readonly<Record<string, Aggregate>>
  readonly locale: string
  readonly rowHref: ((row: Row) => string | undefined) | undefined
  readonly figureHref: ((column: string, row: Row) => string | undefined) | undefined
}

const rowHeight = 32
const pageRows = 20
// Nobody reads a longer text in a cell.
const longest = 300
// Below this a column filter cannot be read.
const leastWidth = 76

/** The lines of the grid; only those in view are drawn. */
export function GridTable({ label, fields, rows, grid, kinds, locale, rowHref, figureHref }: GridTableProps) {
  const { state, change, fold, sorted, lines, sums, whole } = grid
  const id = useId()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const room = useElementWidth(box)
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 })
  // The other corner of the block that is chosen; null: the cell alone.
  const [anchor, setAnchor] = useState<CellPlace | null>(null)
  const count = lines ? lines.length : sorted.length
  const { drawn, slots, reveal } = useLinesInView(box, count, rowHeight)
  const [chosen, setChosen] = useState<ColumnWidths>({})
  // Those that came first tell enough, and stay the first while more are read.
  const looked = useRef(rows)
  if (looked.current.length < mostLookedAt || looked.current[0] !== rows[0]) looked.current = rows
  const sample = looked.current
  const needs = useMemo(() => needsOf(fields, sample, locale), [fields, sample, locale])
  const widths = useMemo(() => {
    const bases = fields.map((field, at) => {
      const own = chosen[field.name]
      if (own !== undefined) return { width: own, stretch: false }
      const least = Math.max(totalWidth(whole[field.name], field, locale), leastWidth)
      // Of a reference only the code is drawn here, and a code is read whole.
      const stretch = stretches(field) && field.type !== 'reference'
      const need = Math.max(needs[at]!, least)
      const width = Math.max(columnWidth(field), least)
      return at === 0 || isWhole(field) ? { width, stretch, need, firm: true } : { width, stretch, need, leastWidth }
    })
    return fitWidths(bases, room)
  }, [fields, room, chosen, whole, locale, needs])
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
  const left = useScrollLeft(box)
  const [from, to] = columnsInView(widths, left, room)
  const columns = useMemo(() => drawnColumns(fields, widths, [from, to]), [fields, widths, from, to])
  const lineAt = (at: number): GridLine => lines?.[at] ?? { kind: 'record', index: sorted[at]! }
  const hasTotals = fields.some((field) => sums[field.name] !== undefined)

  const hrefAt = (column: number, row: Row): string | undefined => {
    const figure = figureHref?.(fields[column]!.name, row)
    return column === 0 ? (rowHref?.(row) ?? figure) : (figure ?? rowHref?.(row))
  }

  const onPointerDown = (event: PointerEvent): void => {
    const place = placeOf(event.target)
    if (!place) return
    setAnchor(event.shiftKey ? (anchor ?? active) : null)
    setActive(place)
  }
  const block = blockOf(active, anchor)
  const copy = (): void => {
    const lines = Array.from({ length: block.rows[1] - block.rows[0] + 1 }, (_, at) => lineAt(block.rows[0] + at))
    const columns = fields.slice(block.columns[0], block.columns[1] + 1)
    const what = `${new Intl.NumberFormat(locale).format(lines.length)} ${lines.length === 1 ? 'line' : 'lines'}`
    navigator.clipboard.writeText(blockText(lines, rows, columns, locale)).then(
      () => notify.success(`Copied ${what} with headings`),
      (error: unknown) => notify.error('Nothing was copied', { description: errorMessage(error) }),
    )
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== box.current || count === 0) return
    const command = event.ctrlKey || event.metaKey
    const last = { row: count - 1, column: fields.length - 1 }
    const next = movedPlace(active, last, event.key, command, pageRows)
    if (next) {
      setAnchor(event.shiftKey ? (anchor ?? active) : null)
      setActive(next)
      reveal(next.row)
      revealColumn(box.current, widths, next.column)
    } else if (command && event.key === 'c') copy()
    else if (command && event.key === 'a') {
      setAnchor({ row: 0, column: 0 })
      setActive(last)
    } else if (event.key === 'Escape' && anchor) setAnchor(null)
    else if (event.key === 'Enter' || event.key === ' ') {
      const line = lineAt(active.row)
      const href = line.kind === 'record' ? hrefAt(active.column, rows[line.index]!) : undefined
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
      aria-rowcount={count + headLines + (hasTotals ? 1 : 0)}
      aria-colcount={fields.length}
      aria-multiselectable
      aria-activedescendant={drawn.includes(active.row) ? id : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onClick={(event) => followCellLink(event, (to) => void navigate(to))}
      className="relative min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      <GridHead
        fields={fields}
        style={style}
        state={state}
        change={change}
        locale={locale}
        widths={widths}
        onResize={resize}
      />
      <div role="rowgroup" className="relative" style={{ height: count * rowHeight, width: style.width }}>
        {drawn.map((at) => {
          const line = lineAt(at)
          const inBlock = anchor !== null && at >= block.rows[0] && at <= block.rows[1]
          return (
            <GridLineRow
              key={at % slots}
              at={at}
              line={line}
              row={line.kind === 'record' ? rows[line.index] : undefined}
              columns={columns}
              locale={locale}
              height={rowHeight}
              width={style.width}
              activeColumn={at === active.row ? active.column : -1}
              activeId={id}
              chosenFrom={inBlock ? block.columns[0] : -1}
              chosenTo={inBlock ? block.columns[1] : -1}
              rowHref={rowHref}
              figureHref={figureHref}
              onFold={fold}
            />
          )
        })}
      </div>
      {hasTotals && (
        <GridTotals
          fields={fields}
          totals={sums}
          words={totalWords(kinds)}
          locale={locale}
          style={style}
          rowIndex={count + headLines + 1}
        />
      )}
    </div>
  )
}

const mostLookedAt = 50
// The padding of a state.
const tagRoom = 16
const isTag = (field: Field): boolean => field.choices?.some((choice) => choice.tone) ?? false
// What is read to its last digit is never cut.
const isWhole = ({ type }: Field): boolean =>
  numberTypes.has(type) || type === 'date' || type === 'dateTime' || type === 'reference'
// Numbers and codes further down may have some digits more.
const digitsRoom = 17

/** What the first rows and the headings need, by column. */
const needsOf = (fields: readonly Field[], rows: readonly Row[], locale: string): number[] =>
  fields.map((field) => {
    const text = (value: unknown): string =>
      field.type === 'reference' ? String(value ?? '') : cellText(value, field, locale)
    const extra = numberTypes.has(field.type) || field.type === 'reference' ? digitsRoom : isTag(field) ? tagRoom : 0
    const texts = rows.slice(0, mostLookedAt).map((row) => textWidth(text(row[field.name]).slice(0, longest)) + extra)
    return Math.max(headingWidth(field), ...texts)
  })

/** The cell of a record or a group that an element belongs to. */
function placeOf(target: EventTarget): CellPlace | null {
  const cell = target instanceof Element ? target.closest('[role=gridcell][aria-colindex]') : null
  const row = cell?.closest('[role=row]')
  if (!cell || !row) return null
  return {
    row: Number(row.getAttribute('aria-rowindex')) - headLines - 1,
    column: Number(cell.getAttribute('aria-colindex')) - 1,
  }
}

// The digits of a total are bold.
const digitWidth = 7.7
const padding = 26

/** The width in px that the total of a column takes; its subtotals are shorter. */
const totalWidth = (total: Totals[string] | undefined, field: Field, locale: string): number =>
  total === undefined ? 0 : Math.ceil(cellText(total, field, locale).length * digitWidth) + padding

/** A block between two corners, as its first and last row and column. */
function blockOf(active: CellPlace, anchor: CellPlace | null) {
  const other = anchor ?? active
  return {
    rows: [Math.min(active.row, other.row), Math.max(active.row, other.row)] as const,
    columns: [Math.min(active.column, other.column), Math.max(active.column, other.column)] as const,
  }
}

/** Scrolls sideways until a column is whole in view, beside the pinned one. */
function revealColumn(box: HTMLElement | null, widths: readonly number[], column: number): void {
  if (!box || column === 0) return
  const start = widths.slice(0, column).reduce((sum, width) => sum + width, 0)
  const end = start + (widths[column] ?? 0)
  const pinned = widths[0] ?? 0
  if (start < box.scrollLeft + pinned) box.scrollLeft = start - pinned
  else if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth
}

// Columns come in blocks: not every pixel draws the grid anew.
const sideStep = 120

/** How far the grid is scrolled sideways, in steps. */
function useScrollLeft(box: RefObject<HTMLElement | null>): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const follow = () => setLeft(Math.floor(element.scrollLeft / sideStep) * sideStep)
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [box])
  return left
}
