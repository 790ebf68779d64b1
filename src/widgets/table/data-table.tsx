import type { Field, SortKey } from '#src/definition'
import { useContext, useMemo, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { fractionsOf, type Fractions } from '#src/definition/evened.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { cx } from '#src/ui/cx.ts'
import { followCellLink } from '#src/widgets/cell-link.tsx'
import type { CellContext } from '#src/widgets/cells.ts'
import type { RowSelection } from './row-selection.ts'
import { referredScreens, type ColumnWidths, type Row } from './table-columns.ts'
import { MoreAside } from './more-aside.tsx'
import { PageRoom } from './page-room.ts'
import { TableFoot } from './table-foot.tsx'
import { HeadCell } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { closeClass, pinnedClass, staleClass, tableClass } from './table-style.ts'
import { checkboxWidth, useColumnFit } from './use-column-fit.ts'
import { useElementWidth } from './use-element-width.ts'
import { useFirstRows } from './use-first-rows.ts'
import { useKeptPlace, type PlaceKeeper } from './use-kept-place.ts'
import { useRowClicks } from './use-row-clicks.ts'
import { useTableKeys, type RowCommands } from './use-table-keys.ts'

export interface DataTableProps {
  /** What the table shows, for those who cannot see it. */
  readonly label: string
  readonly fields: readonly Field[]
  /** null while the first rows are on their way. */
  readonly rows: readonly Row[] | null
  readonly skeletonRows: number
  /** Position of the first row in the whole result, counted from 0. */
  readonly offset?: number
  readonly total?: number | null
  readonly context: CellContext
  readonly rowId: (row: Row, index: number) => string
  readonly rowTitle: (row: Row) => string
  readonly rowHref?: (row: Row) => string | undefined
  readonly linked?: ReadonlySet<string>
  readonly sort: readonly SortKey[]
  readonly onSort?: (field: string, add: boolean) => void
  readonly widths: ColumnWidths
  readonly onWidths: (widths: ColumnWidths) => void
  /** How many of the columns stay in view while the others scroll; the first unless given. */
  readonly pinned?: number
  readonly selection?: RowSelection
  /** The columns that totals will come for; they begin wide enough to show them. */
  readonly totalled?: Readonly<Record<string, unknown>>
  readonly totals?: Readonly<Record<string, unknown>> | null
  readonly totalWords?: Readonly<Record<string, string>>
  readonly staleTotals?: boolean
  /** Stands in the place of totals that could not be read. */
  readonly noTotals?: ReactNode
  readonly commands?: RowCommands
  /** Rows of an earlier question, shown until the answer is there. */
  readonly stale?: boolean
  /** What the rows answer: another question begins at the first row. */
  readonly question?: string
  /** Comes back to where one was, when one comes back to the table. */
  readonly keeper?: PlaceKeeper
  /** Takes the place of the rows when there are none. */
  readonly empty?: ReactNode
}

const nothing: ReadonlySet<string> = new Set()
const noRows: readonly Row[] = []
// More rows than these are rarely all in view.
const mostWithoutScrolling = 25

/** A table of records: sticky heading and totals, sorting, resizing, selection with Shift ranges, every cell reachable by keys. */
export function DataTable(props: DataTableProps) {
  const { fields, rows, selection, context, sort, onSort, rowHref, rowId, rowTitle, linked = nothing } = props
  const navigate = useNavigate()
  // By their text: a page that is read again is not drawn again for them.
  const digits = JSON.stringify(fractionsOf(fields, rows ?? noRows))
  const numbered = useMemo(() => ({ ...context, digits: JSON.parse(digits) as Fractions }), [context, digits])
  const cells = useMemo(
    () => ({ ...numbered, plainLinks: true, referred: referredScreens(fields) }),
    [numbered, fields],
  )
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const expected = useContext(PageRoom)(rows === null || rows.length > mostWithoutScrolling)
  const room = useElementWidth(box, expected)
  const selectable = selection !== undefined
  const { fitted, isClose, isOpen, pins, resize } = useColumnFit(props, room, selectable)
  const ids = useMemo(() => (rows ?? noRows).map(rowId), [rows, rowId])
  const clicks = useRowClicks(selection, ids)
  const onKeyDown = useTableKeys(body, rows ?? noRows, props.commands, selection && clicks.onToggle)

  const { keeper } = props
  const drawn = useFirstRows(rows, () => keeper?.kept() !== undefined)
  const standing = drawn !== null && drawn === rows && !props.stale
  useKeptPlace({ box, body, ids: standing ? ids : null, question: props.question ?? '', keeper })
  const page = ids.length
  const chosen = selection ? ids.filter((id) => selection.state[id]).length : 0
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        className="relative min-h-0 flex-1 overflow-auto"
        // What the keys move to must not end up below the heading, the totals or the pinned columns.
        style={{ scrollPadding: `36px 0 ${props.totals || props.noTotals ? 37 : 0}px ${pins.width}px` }}
        aria-busy={rows === null || props.stale}
      >
        <table
          className={cx(tableClass, isClose && closeClass, pinnedClass(pins.count), props.stale && staleClass)}
          style={pins.starts}
          role="grid"
          aria-label={props.label}
          aria-rowcount={props.total ?? -1}
          aria-multiselectable={selection ? true : undefined}
          onKeyDown={onKeyDown}
          onClick={(event) => followCellLink(event, (to) => void navigate(to))}
        >
          <colgroup>
            {selection && <col style={{ width: checkboxWidth }} />}
            {fields.map((field, at) => (
              <col key={field.name} style={{ width: fitted[at] }} />
            ))}
          </colgroup>
          <thead>
            {/* Headings come with their rows: bars that stood for them do not move to where they are. */}
            <tr key={isOpen ? 'open' : 'known'}>
              {selection && (
                <th scope="col">
                  <Checkbox
                    aria-label="Select all rows of this page"
                    checked={page > 0 && chosen === page}
                    indeterminate={chosen > 0 && chosen < page}
                    onChange={(event) => clicks.onAll(event.currentTarget.checked)}
                  />
                </th>
              )}
              {fields.map((field, at) => (
                <HeadCell
                  key={field.name}
                  field={field}
                  width={fitted[at] ?? 0}
                  first={at === 0}
                  open={isOpen}
                  sort={sort}
                  onSort={onSort}
                  onResize={resize}
                />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows === null && <TableSkeleton rows={props.skeletonRows} fields={fields} selectable={selectable} />}
            {drawn?.map((row, index) => {
              const id = ids[index]!
              return (
                <TableRow
                  key={id}
                  row={row}
                  index={index}
                  fields={fields}
                  context={cells}
                  href={rowHref?.(row)}
                  linked={linked}
                  title={rowTitle(row)}
                  selected={selection?.state[id] ?? false}
                  onSelect={selection && clicks.onClick}
                />
              )
            })}
          </tbody>
          {(props.totals || props.noTotals) && page > 0 && (
            <TableFoot
              fields={fields}
              totals={props.totals}
              words={props.totalWords}
              context={numbered}
              selectable={selectable}
              stale={props.staleTotals}
              problem={props.noTotals}
            />
          )}
        </table>
        {rows?.length === 0 && props.empty}
      </div>
      <MoreAside box={box} />
    </div>
  )
}
