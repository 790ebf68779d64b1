import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { fieldDisplays, type Screen } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { columnWidth } from '#src/widgets/cell-width.ts'
import { movedPlace, type CellPlace } from '#src/widgets/table/cell-focus.ts'
import { fitWidths } from '#src/widgets/table/fit-widths.ts'
import { stretches } from '#src/widgets/table/table-columns.ts'
import { pinnedClass, tableClass } from '#src/widgets/table/table-style.ts'
import { useElementWidth } from '#src/widgets/table/use-element-width.ts'
import type { CheckColumn } from './check-columns.ts'
import { editedIndex, reasonAt } from './check-columns.ts'
import { CellsInView } from './cells-in-view.tsx'
import { CheckRow, type Editing } from './check-row.tsx'
import type { CorrectionState } from './correction-queue.ts'
import type { FileColumn, FileFormat } from './format-body.ts'
import type { CheckedRow, Take } from './upload-api.ts'
import { useCellPlace } from './use-cell-place.ts'
import { useColumnsInView } from './use-columns-in-view.ts'

interface CheckGridProps {
  readonly screen: Screen
  readonly format: FileFormat
  readonly fileColumns: readonly FileColumn[]
  readonly columns: readonly CheckColumn[]
  readonly count: number
  /** What is said where there are no lines. */
  readonly empty: string
  readonly rowAt: (index: number) => CheckedRow | undefined
  /** Lines at hand, for what depends on more than one of them. */
  readonly rows: readonly (readonly [index: number, row: CheckedRow])[]
  /** Which lines are in view. */
  readonly onShow: (first: number, last: number) => void
  readonly ref?: Ref<CheckGridHandle>
  /** Whether a column for reasons is shown. */
  readonly withReasons: boolean
  readonly typed: CorrectionState['typed']
  readonly takes: CorrectionState['takes']
  readonly locale: string
  /** null: nothing can be corrected any more. */
  readonly onCorrect: ((line: number, column: string, text: string, before: string) => void) | null
  /** Decides about lines in conflict; null: nothing can be decided any more. */
  readonly onTake: ((row: CheckedRow, take: Take | null) => void) | null
  readonly onTakeBack: () => void
}

export interface CheckGridHandle {
  /** Moves the view up by some lines. */
  readonly moveUp: (lines: number) => void
}

const headHeight = 36
const lead = { outcome: 164, reasons: 260 }
const changedRoom = 1.8
/** Room for a wrong cell's text, which may be longer than the right one. */
const minimum = 84

/** The lines of a file as a grid: every cell reached by keys, the wrong ones corrected where they stand; only lines in view are drawn. */
export function CheckGrid(props: CheckGridProps) {
  const { screen, format, fileColumns, columns, count, rowAt, rows, withReasons, typed, locale, onShow, ref } = props
  const { onCorrect, onTake, onTakeBack, empty } = props
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const room = useElementWidth(box)
  const [rowHeight] = useState(currentRowHeight)
  const [editing, setEditing] = useState<Editing | null>(null)
  const leading = withReasons ? 2 : 1
  const active = { rowRef: useRef(0), columnRef: useRef(0) }
  const [, drawAnew] = useState(0)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    // The line with the focus stays, so that keys go on from it.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active.rowRef.current, count - 1)])]
        .filter((index) => index >= 0)
        .sort((a, b) => a - b),
  })
  useImperativeHandle(ref, () => ({ moveUp: (lines) => virtual.scrollBy(-lines * rowHeight) }), [virtual, rowHeight])
  const { focus, placeOf } = useCellPlace(body, active, ({ row }) => {
    virtual.scrollToIndex(row)
    drawAnew((times) => times + 1)
  })
  const [first, last] = [virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0]
  useEffect(() => onShow(first, last), [first, last, onShow])
  const changed = useSeenChanges(rows)
  const widths = useMemo(() => {
    const bases = columns.map(({ field }) => {
      const width = field ? Math.max(columnWidth(field), minimum) : 120
      return {
        width: field && changed.has(field.name) ? Math.min(320, width * changedRoom) : width,
        stretch: field !== null && stretches(field),
      }
    })
    return fitWidths(bases, room - lead.outcome - (withReasons ? lead.reasons : 0))
  }, [columns, changed, room, withReasons])

  const shown = useColumnsInView(box, widths, lead.outcome + (withReasons ? lead.reasons : 0), {
    get current() {
      return active.columnRef.current - leading
    },
  })
  const edit = useCallback(
    (row: CheckedRow, column: CheckColumn, start: string | null) => {
      const index = editedIndex(row, column, fileColumns)
      if (onCorrect && index >= 0) setEditing({ line: row.line, key: column.key, index, start })
    },
    [fileColumns, onCorrect],
  )
  const end = { row: count - 1, column: leading + columns.length - 1 }
  const finish = (step: CellPlace, text: string | null) => {
    const found = editing && rows.find(([, candidate]) => candidate.line === editing.line)
    setEditing(null)
    if (!editing || !found) return
    const [at, row] = found
    const name = fileColumns[editing.index]?.name
    if (text !== null && name !== undefined) onCorrect?.(row.line, name, text, row.cells[editing.index] ?? '')
    const column = leading + columns.findIndex(({ key }) => key === editing.key)
    focus({
      row: Math.max(0, Math.min(end.row, at + step.row)),
      column: Math.max(0, Math.min(end.column, column + step.column)),
    })
  }

  const toProblem = (from: CellPlace, step: 1 | -1) => {
    const places = rows.flatMap(([at, row]) =>
      columns.flatMap((column, index) => (reasonAt(row, column) ? [{ row: at, column: leading + index }] : [])),
    )
    const order = (place: CellPlace) => place.row * 10_000 + place.column
    const ordered = step === 1 ? places : places.toReversed()
    const next = ordered.find((place) => (order(place) - order(from)) * step > 0) ?? ordered[0]
    if (next) focus(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inside = event.target instanceof Element && event.target.closest('[data-editor]') !== null
    const place = inside ? null : placeOf(event.target)
    if (!place) return
    const button = event.target instanceof Element ? event.target.closest('button') : null
    const beside = { ArrowLeft: button?.previousElementSibling, ArrowRight: button?.nextElementSibling }[event.key]
    if (beside instanceof HTMLButtonElement || (button && event.key === 'Escape')) {
      if (beside instanceof HTMLButtonElement) beside.focus()
      else focus(place)
      event.preventDefault()
      return
    }
    const jump = event.ctrlKey || event.metaKey
    const row = rowAt(place.row)
    const column = columns[place.column - leading]
    const page = Math.max(1, last - first - 1)
    const next = event.altKey || event.shiftKey ? null : movedPlace(place, end, event.key, jump, page)
    if (next) focus(next)
    else if (event.key === 'F8') toProblem(place, event.shiftKey ? -1 : 1)
    else if (jump && event.key.toLowerCase() === 'z' && !event.shiftKey) onTakeBack()
    else if (!row || jump || event.altKey) return
    else if (!column) {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLTableCellElement)) return
      event.target.parentElement?.querySelector<HTMLElement>('button')?.focus()
    } else if (event.key === 'Enter' || event.key === 'F2') edit(row, column, null)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const index = editedIndex(row, column, fileColumns)
      if (index >= 0) onCorrect?.(row.line, fileColumns[index]!.name, '', row.cells[index] ?? '')
    } else if (event.key.length === 1 && event.key !== ' ' && !'?/'.includes(event.key)) edit(row, column, event.key)
    else return
    event.preventDefault()
  }
  const items = virtual.getVirtualItems()
  return (
    <div ref={box} className="relative max-h-[60vh] min-h-40 overflow-auto">
      <table
        className={cx(tableClass, pinnedClass(1))}
        role="grid"
        aria-label="Table of lines"
        aria-rowcount={count + 1}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col style={{ width: lead.outcome }} />
          {withReasons ? <col style={{ width: lead.reasons }} /> : null}
          {columns.map((column, at) => (
            <col key={column.key} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <span className="inline-block w-14 pr-2 text-end">Row</span>
              <span className="sr-only">and outcome</span>
            </th>
            {withReasons ? <th scope="col">Why</th> : null}
            {columns.map(({ key, label, field }) => (
              <th
                key={key}
                scope="col"
                data-truncate=""
                className={field && fieldDisplays[field.type].align === 'end' ? 'text-end' : undefined}
              >
                {label}
                {field ? null : <span className="ml-1 font-normal text-ink-3">in the file</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map(({ index, start }, at) => {
            const row = rowAt(index)
            const gap = start - (items[at - 1]?.end ?? headHeight)
            return (
              <Fragment key={index}>
                {gap > 0 ? <tr aria-hidden style={{ height: gap }} /> : null}
                {row ? (
                  <CheckRow
                    row={row}
                    index={index}
                    first={index === Math.min(active.rowRef.current, count - 1)}
                    screen={screen}
                    format={format}
                    fileColumns={fileColumns}
                    columns={columns}
                    shown={shown}
                    withReasons={withReasons}
                    typed={typed.get(row.line)}
                    taking={props.takes.get(row.line)}
                    editing={editing?.line === row.line ? editing : null}
                    locale={locale}
                    onEdit={onCorrect ? edit : null}
                    onTake={onTake}
                    onFinish={finish}
                  />
                ) : (
                  <LoadingRow index={index} leading={leading} shown={shown} last={columns.length} />
                )}
              </Fragment>
            )
          })}
          {items.length > 0 ? <tr aria-hidden style={{ height: virtual.getTotalSize() - items.at(-1)!.end }} /> : null}
        </tbody>
      </table>
      {count === 0 ? <p className="px-3 py-8 text-center text-ink-3">{empty}</p> : null}
    </div>
  )
}

const currentRowHeight = (): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || 36

interface LoadingRowProps {
  readonly index: number
  readonly leading: number
  readonly shown: readonly number[]
  readonly last: number
}

/** A line that is on its way: its cells are there, so that keys move on over them. */
function LoadingRow({ index, leading, shown, last }: LoadingRowProps) {
  const cell = (at: number) => (
    <td key={at} data-column={at} tabIndex={-1}>
      <Skeleton width={`${[70, 45, 60, 80][(index + at) % 4]}%`} />
    </td>
  )
  return (
    <tr data-row={index} aria-rowindex={index + 2} aria-busy>
      {Array.from({ length: leading }, (_, at) => cell(at))}
      <CellsInView shown={shown} last={last}>
        {(at) => cell(leading + at)}
      </CellsInView>
    </tr>
  )
}

/** Fields that some line seen so far changes; columns grow with what comes into view, and never shrink. */
function useSeenChanges(rows: CheckGridProps['rows']): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const found = rows.flatMap(([, row]) => Object.keys(row.changes)).filter((name) => !seen.has(name))
  if (found.length === 0) return seen
  const next = new Set([...seen, ...found])
  setSeen(next)
  return next
}
