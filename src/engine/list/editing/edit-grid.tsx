import type { Field, Screen } from '#src/definition'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type PointerEvent,
  type SyntheticEvent,
} from 'react'
import { cx } from '#src/ui/cx.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { alignOf, type ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { closeClass, tableClass } from '#src/widgets/table/table-style.ts'
import { useColumnFit } from '#src/widgets/table/use-column-fit.ts'
import { useElementWidth } from '#src/widgets/table/use-element-width.ts'
import { movedCell, nextCell, rangeOf, within, type Cell, type Cursor } from './cell-range.ts'
import type { KeepOpen, Onward } from './cell-editor.tsx'
import { lockedReason, rowValues } from './check-staged.ts'
import { EditRow, type Editing } from './edit-row.tsx'
import type { Fill, GridRow } from './grid-edits.ts'
import { useFillDrag } from './use-fill-drag.ts'
import { useGridKeys, type GridCommands } from './use-grid-keys.ts'

interface EditGridProps extends Omit<GridCommands, 'onEdit'> {
  readonly label: string
  readonly screen: Screen
  readonly fields: readonly Field[]
  readonly rows: readonly GridRow[]
  readonly titleOf: (row: GridRow) => string
  readonly context: CellContext
  readonly widths: ColumnWidths
  readonly cursor: Cursor
  /** Opens the cell under the cursor at once. */
  readonly beginsOpen: boolean
  readonly onCursor: (cursor: Cursor) => void
  /** Grows when the cell under the cursor is to take the focus from elsewhere. */
  readonly claims: number
  readonly onValue: (row: GridRow, field: Field, value: unknown) => void
  readonly onDiscard: (key: string) => void
  readonly onFill: (fill: Fill) => void
  /** Much is being put into the cells: they are shown, and take nothing more until it is done. */
  readonly busy: boolean
  readonly onCopy: (event: ClipboardEvent, cut: boolean) => void
  readonly onPaste: (event: ClipboardEvent) => void
}

const headWidth = 52
// The number of a row and its first cell stay in view when the others scroll; the cell with the cursor is framed.
const gridClass = [
  '[&_td:nth-child(1)]:sticky [&_td:nth-child(1)]:left-0 [&_td:nth-child(1)]:z-10 [&_td:nth-child(1)]:bg-panel',
  '[&_td:nth-child(2)]:sticky [&_td:nth-child(2)]:left-[52px] [&_td:nth-child(2)]:z-10 [&_td:nth-child(2)]:bg-panel',
  '[&_th:nth-child(1)]:left-0 [&_th:nth-child(1)]:z-30 [&_th:nth-child(2)]:left-[52px] [&_th:nth-child(2)]:z-30',
  '[&_td]:border-r [&_th]:border-r [&_td[data-column]:focus]:outline-2 [&_td[data-column]:focus]:-outline-offset-2 [&_td[data-column]:focus]:outline-accent',
].join(' ')
const virtualFrom = 80
// Columns are resized in the list alone.
const keepWidths = (): void => {}

const isFree = (screen: Screen, row: GridRow, field: Field): boolean =>
  lockedReason(field, screen, { id: row.id, values: rowValues(row.base, row.staged, screen.fields) }) === undefined

/** Rows whose cells are edited where they stand: one cursor, a range by Shift or by dragging, one input at a time. */
export function EditGrid(props: EditGridProps) {
  const { screen, fields, rows, context, widths, cursor, onCursor, titleOf, onValue, onDiscard } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [editing, setEditing] = useState<Editing | null>(() => {
    const [row, field] = [rows[cursor.active.row], fields[cursor.active.column]]
    const isOpen = props.beginsOpen && row && field && isFree(screen, row, field)
    return isOpen ? { row: row.key, field: field.name, typed: undefined } : null
  })
  const keepOpen: KeepOpen = useRef(null)
  const wantsFocus = useRef(true)
  const room = useElementWidth(scroller)
  const shown = useMemo(() => rows.map(({ base, staged }) => ({ ...base, ...staged?.values })), [rows])
  const columns = { fields, widths, onWidths: keepWidths, rows: shown, context, label: screen.plural }
  const { fitted, isClose } = useColumnFit(columns, room - headWidth, false)
  const virtual = rows.length > virtualFrom
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => body.current?.querySelector('tr[data-row]')?.clientHeight ?? 36,
    overscan: 12,
    enabled: virtual,
    // What is being typed stays, however far one looks away from it meanwhile.
    rangeExtractor: (range) =>
      defaultRangeExtractor(
        editing === null
          ? range
          : {
              ...range,
              startIndex: Math.min(range.startIndex, cursor.active.row),
              endIndex: Math.max(range.endIndex, cursor.active.row),
            },
      ),
  })
  const items = virtual ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }))
  const before = virtual ? (items[0]?.start ?? 0) : 0
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0

  const { busy } = props
  const latest = useRef({ rows, fields, cursor, screen, onValue, busy })
  latest.current = { rows, fields, cursor, screen, onValue, busy }

  const move = useCallback(
    (active: Cell, extend = false): void => {
      const { cursor: from, rows: all, fields: columns } = latest.current
      wantsFocus.current = true
      onCursor(within({ active, anchor: extend ? from.anchor : active }, all.length, columns.length))
    },
    [onCursor],
  )
  const edit = useCallback((typed?: string): void => {
    const { rows: all, fields: columns, cursor: at, screen: definition } = latest.current
    const [row, field] = [all[at.active.row], columns[at.active.column]]
    if (!row || !field || latest.current.busy) return
    if (isFree(definition, row, field)) setEditing({ row: row.key, field: field.name, typed })
  }, [])
  const end = useCallback(
    (onward: Onward): void => {
      const { cursor: from, rows: all, fields: columns } = latest.current
      const last = { row: all.length - 1, column: columns.length - 1 }
      setEditing(null)
      wantsFocus.current = onward !== 'away'
      const next =
        onward === 'down' || onward === 'up'
          ? movedCell(from.active, onward === 'down' ? 'ArrowDown' : 'ArrowUp', false, last)
          : onward === 'next' || onward === 'back'
            ? nextCell(from.active, onward === 'back', last)
            : null
      if (next) move(next)
    },
    [move],
  )
  const put = useCallback((index: number, field: Field, value: unknown): void => {
    const row = latest.current.rows[index]
    if (row) latest.current.onValue(row, field, value)
  }, [])
  const onKeyDown = useGridKeys({
    rows,
    fields,
    all: screen.fields,
    cursor,
    move,
    select: onCursor,
    commands: { ...props, onEdit: edit },
  })

  const { row: activeRow, column: activeColumn } = cursor.active
  const claimed = useRef(props.claims)
  if (claimed.current !== props.claims) {
    claimed.current = props.claims
    wantsFocus.current = true
  }
  const strayed =
    editing !== null && (editing.row !== rows[activeRow]?.key || editing.field !== fields[activeColumn]?.name)
  // Whatever else moves the cursor, such as rows that go, ends an edit with what was typed and keeps its claim to the focus.
  useLayoutEffect(() => {
    if (!strayed) return
    const wanted = wantsFocus.current
    keepOpen.current?.('away')
    setEditing(null)
    wantsFocus.current = wanted
  }, [strayed])
  // Before the next key arrives: in a frame without focus, what a quick typist writes would be lost.
  useLayoutEffect(() => {
    if (editing || !wantsFocus.current) return undefined
    wantsFocus.current = false
    if (virtual) virtualizer.scrollToIndex(activeRow)
    const claim = (): boolean => {
      const cell = body.current?.querySelector<HTMLElement>(
        `tr[data-row="${activeRow}"] td[data-column="${activeColumn}"]`,
      )
      cell?.focus()
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return cell !== undefined && cell !== null
    }
    if (claim()) return undefined
    // A far row is drawn only when the list has scrolled to it.
    const frame = requestAnimationFrame(claim)
    return () => cancelAnimationFrame(frame)
  }, [activeRow, activeColumn, editing, virtual, virtualizer, props.claims])

  const cellAt = (event: PointerEvent | SyntheticEvent): Cell | null => {
    const cell = (event.target as Element).closest<HTMLElement>('td[data-column]')
    const line = cell?.closest<HTMLElement>('tr[data-row]')
    return cell && line ? { row: Number(line.dataset['row']), column: Number(cell.dataset['column']) } : null
  }
  const inEditor = (event: SyntheticEvent): boolean => (event.target as Element).closest('.cell-editor') !== null
  const range = rangeOf(cursor)
  const drag = useFillDrag({ range, last: rows.length - 1, onFill: props.onFill })
  const reach = drag.reach ?? { from: range.top, to: range.bottom }
  return (
    <div ref={scroller} className="relative min-h-0 flex-1 overflow-auto">
      <table
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-multiselectable
        className={cx(tableClass, gridClass, isClose && closeClass)}
        onKeyDown={onKeyDown}
        onCopy={(event) => props.onCopy(event, false)}
        onCut={(event) => props.onCopy(event, true)}
        onPaste={props.onPaste}
        aria-busy={busy}
        onDoubleClick={(event) => !inEditor(event) && !drag.toEnd(event) && cellAt(event) && edit()}
        onPointerDown={(event) => {
          // Before the cursor moves: the editor goes with it, and is gone before it loses the focus.
          if (!inEditor(event)) keepOpen.current?.('away')
          if (drag.begin(event)) return
          const cell = inEditor(event) || event.button !== 0 ? null : cellAt(event)
          if (cell) move(cell, event.shiftKey)
        }}
        onPointerMove={(event) => {
          if (drag.move(event, cellAt)) return
          const cell = event.buttons === 1 && event.pointerType === 'mouse' && !editing ? cellAt(event) : null
          const { active } = latest.current.cursor
          if (cell && (cell.row !== active.row || cell.column !== active.column)) move(cell, true)
        }}
      >
        <colgroup>
          <col style={{ width: headWidth }} />
          {fields.map((field, index) => (
            <col key={field.name} style={{ width: fitted[index] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Row</span>
            </th>
            {fields.map((field) => (
              <th key={field.name} scope="col" className={alignOf(field)} title={field.help ?? field.label}>
                {field.label}
                {field.required && (
                  <span aria-hidden className="text-bad">
                    {' '}
                    *
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {items.map(({ index }) => {
            const row = rows[index]!
            const inRange = index >= reach.from && index <= reach.to
            return (
              <EditRow
                key={row.key}
                rowKey={row.key}
                id={row.id}
                base={row.base}
                staged={row.staged}
                screen={screen}
                index={index}
                title={titleOf(row)}
                fields={fields}
                context={context}
                from={inRange ? range.left : -1}
                to={inRange ? range.right : -1}
                active={index === activeRow ? activeColumn : -1}
                editing={editing?.row === row.key ? editing : null}
                keepOpen={keepOpen}
                corner={index === range.bottom && !busy}
                filling={drag.reach !== null}
                onValue={put}
                onEnd={end}
                onDiscard={onDiscard}
              />
            )
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  )
}
