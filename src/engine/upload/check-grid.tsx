import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { fieldTypes, type Screen } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { columnWidth } from '#src/widgets/cell-width.ts'
import { focusCell, keepTabStop, movedPlace, placeOf, type CellPlace } from '#src/widgets/table/cell-focus.ts'
import { fitWidths } from '#src/widgets/table/fit-widths.ts'
import { stretches } from '#src/widgets/table/table-columns.ts'
import { pinnedClass, tableClass } from '#src/widgets/table/table-style.ts'
import { useElementWidth } from '#src/widgets/table/use-element-width.ts'
import type { CheckColumn } from './check-columns.ts'
import { editedIndex, reasonAt } from './check-columns.ts'
import { CheckRow, type Editing } from './check-row.tsx'
import type { CorrectionState } from './correction-queue.ts'
import type { FileColumn, FormatBody } from './format-body.ts'
import type { CheckedRow } from './upload-api.ts'

interface CheckGridProps {
  readonly screen: Screen
  readonly format: FormatBody
  readonly fileColumns: readonly FileColumn[]
  readonly columns: readonly CheckColumn[]
  readonly rows: readonly CheckedRow[]
  /** Whether a column for reasons is shown. */
  readonly withReasons: boolean
  readonly typed: CorrectionState['typed']
  readonly locale: string
  readonly stale: boolean
  /** null: nothing can be corrected any more. */
  readonly onCorrect: ((line: number, column: string, text: string, before: string) => void) | null
  readonly onTakeBack: () => void
}

const lead = { outcome: 164, reasons: 260 }
const changedRoom = 1.8
/** Room for a wrong cell's text, which may be longer than the right one. */
const minimum = 84

/** The lines of a file as a grid: every cell reached by keys, the wrong ones corrected where they stand. */
export function CheckGrid(props: CheckGridProps) {
  const { screen, format, fileColumns, columns, rows, withReasons, typed, locale, onCorrect, onTakeBack } = props
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const room = useElementWidth(box)
  const [editing, setEditing] = useState<Editing | null>(null)
  const back = useRef<CellPlace | null>(null)
  const leading = withReasons ? 2 : 1
  const widths = useMemo(() => {
    const bases = columns.map(({ field }) => {
      const width = field ? Math.max(columnWidth(field), minimum) : 120
      const changed = field !== null && rows.some((row) => row.changes[field.name])
      return {
        width: changed ? Math.min(320, width * changedRoom) : width,
        stretch: field !== null && stretches(field),
      }
    })
    return fitWidths(bases, room - lead.outcome - (withReasons ? lead.reasons : 0))
  }, [columns, rows, room, withReasons])

  const edit = useCallback(
    (row: CheckedRow, column: CheckColumn, start: string | null) => {
      const index = editedIndex(row, column, fileColumns)
      if (onCorrect && index >= 0) setEditing({ line: row.line, key: column.key, index, start })
    },
    [fileColumns, onCorrect],
  )
  const placeAt = (line: number, key: string): CellPlace => ({
    row: rows.findIndex((row) => row.line === line),
    column: leading + columns.findIndex((column) => column.key === key),
  })
  const finish = (step: { row: number; column: number }, text: string | null) => {
    if (!editing) return
    const row = rows.find((candidate) => candidate.line === editing.line)
    const name = fileColumns[editing.index]?.name
    if (text !== null && row && name !== undefined) onCorrect?.(row.line, name, text, row.cells[editing.index] ?? '')
    const from = placeAt(editing.line, editing.key)
    const last = { row: rows.length - 1, column: leading + columns.length - 1 }
    back.current = {
      row: Math.max(0, Math.min(last.row, from.row + step.row)),
      column: Math.max(0, Math.min(last.column, from.column + step.column)),
    }
    setEditing(null)
  }
  // The focus goes back into the grid once the editor has gone.
  useLayoutEffect(() => {
    if (editing || !back.current || !body.current) return
    focusCell(body.current, back.current)
    back.current = null
  }, [editing])
  useEffect(() => {
    const element = body.current
    if (!element) return undefined
    const remember = (event: FocusEvent) => {
      // While a cell is edited its control has the focus, and the cell none.
      if (event.target instanceof HTMLTableCellElement) keepTabStop(element, event.target)
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [])

  const toProblem = (from: CellPlace, step: 1 | -1) => {
    const places = rows.flatMap((row, at) =>
      columns.flatMap((column, index) => (reasonAt(row, column) ? [{ row: at, column: leading + index }] : [])),
    )
    const order = (place: CellPlace) => place.row * 10_000 + place.column
    const ordered = step === 1 ? places : places.toReversed()
    const next = ordered.find((place) => (order(place) - order(from)) * step > 0) ?? ordered[0]
    if (next && body.current) focusCell(body.current, next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = body.current
    const inEditor = event.target instanceof Element && event.target.closest('[data-editor]') !== null
    const place = element && !inEditor ? placeOf(element, event.target) : null
    if (!element || !place) return
    const jump = event.ctrlKey || event.metaKey
    const row = rows[place.row]
    const column = columns[place.column - leading]
    const next = event.altKey || event.shiftKey ? null : movedPlace(place, lastPlace(element), event.key, jump)
    if (next) focusCell(element, next)
    else if (event.key === 'F8') toProblem(place, event.shiftKey ? -1 : 1)
    else if (jump && event.key.toLowerCase() === 'z' && !event.shiftKey) onTakeBack()
    else if (!row || !column || jump || event.altKey) return
    else if (event.key === 'Enter' || event.key === 'F2') edit(row, column, null)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const index = editedIndex(row, column, fileColumns)
      if (index >= 0) onCorrect?.(row.line, fileColumns[index]!.name, '', row.cells[index] ?? '')
    } else if (event.key.length === 1 && event.key !== ' ' && !'?/'.includes(event.key)) edit(row, column, event.key)
    else return
    event.preventDefault()
  }
  return (
    <div ref={box} className="relative max-h-[60vh] min-h-40 overflow-auto" aria-busy={props.stale}>
      <table
        className={cx(tableClass, pinnedClass(1), props.stale && 'opacity-60')}
        role="grid"
        aria-label="Table of lines"
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
          <tr>
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
                className={field && fieldTypes[field.type].align === 'end' ? 'text-end' : undefined}
              >
                {label}
                {field ? null : <span className="ml-1 font-normal text-ink-3">in the file</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <CheckRow
              key={row.line}
              row={row}
              first={index === 0}
              screen={screen}
              format={format}
              fileColumns={fileColumns}
              columns={columns}
              withReasons={withReasons}
              typed={typed.get(row.line)}
              editing={editing?.line === row.line ? editing : null}
              locale={locale}
              onEdit={onCorrect ? edit : null}
              onFinish={finish}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p className="px-3 py-8 text-center text-ink-3">No lines</p> : null}
    </div>
  )
}

const lastPlace = (element: HTMLTableSectionElement): CellPlace => ({
  row: element.rows.length - 1,
  column: (element.rows[0]?.cells.length ?? 1) - 1,
})
