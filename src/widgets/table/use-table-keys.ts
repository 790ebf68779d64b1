import { useCallback, useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { type CellPlace, focusCell, focusHead, headKey, keepTabStop, movedPlace, placeOf } from './cell-focus.ts'
import type { Row } from './table-columns.ts'

/** What keys do with the row that has the focus. */
export interface RowCommands {
  /** Enter or Space. */
  readonly onOpen?: (row: Row) => void
  /** E. */
  readonly onEdit?: (row: Row) => void
  /** Ctrl or ⌘ with C, when no text is marked. */
  readonly onCopy?: (row: Row, column: number) => void
}

const typing = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type !== 'checkbox'

/** Moves the focus from cell to cell and runs the row's commands; mousing into a cell keeps its place for the keys. */
export function useTableKeys(
  body: RefObject<HTMLTableSectionElement | null>,
  rows: readonly (Row | undefined)[],
  commands: RowCommands | undefined,
  onToggle: ((index: number, range: boolean) => void) | undefined,
): (event: KeyboardEvent<HTMLElement>) => void {
  const latest = useRef({ rows, commands, onToggle })
  latest.current = { rows, commands, onToggle }

  useEffect(() => {
    const element = body.current
    if (!element) return
    const remember = (event: FocusEvent): void => {
      const cell = event.target instanceof Element ? event.target.closest('td') : null
      if (cell) keepTabStop(element, cell)
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [body])

  return useCallback(
    (event) => {
      const element = body.current
      if (element && headKey(element, event)) return
      const place = element && !typing(event.target) ? placeOf(element, event.target) : null
      if (!element || !place) return
      const modified = event.ctrlKey || event.metaKey
      const last = { row: element.rows.length - 1, column: (element.rows[place.row]?.cells.length ?? 1) - 1 }
      const plain = !event.altKey && !event.shiftKey && !modified
      if (plain && event.key === 'ArrowUp' && place.row === 0 && focusHead(element, place.column))
        return event.preventDefault()
      const next = event.altKey || event.shiftKey ? null : movedPlace(place, last, event.key, modified)
      const handled = next ? (focusCell(element, next), true) : runCommand(event, place, latest.current)
      if (handled) event.preventDefault()
    },
    [body],
  )
}

interface Latest {
  readonly rows: readonly (Row | undefined)[]
  readonly commands: RowCommands | undefined
  readonly onToggle: ((index: number, range: boolean) => void) | undefined
}

function runCommand(
  event: KeyboardEvent<HTMLElement>,
  { row: at, column }: CellPlace,
  { rows, commands, onToggle }: Latest,
): boolean {
  const row = rows[at]
  if (!row) return false
  const modified = event.ctrlKey || event.metaKey
  const onControl = event.target instanceof HTMLAnchorElement || event.target instanceof HTMLInputElement
  const run = <A>(command: ((argument: A) => void) | undefined, argument: A): boolean => {
    command?.(argument)
    return command !== undefined
  }
  if (modified && event.key === 'c') {
    if (getSelection()?.isCollapsed === false || !commands?.onCopy) return false
    commands.onCopy(row, column)
    return true
  }
  if (modified || event.altKey) return false
  if (!onControl && (event.key === 'Enter' || event.key === ' ')) return run(commands?.onOpen, row)
  if (event.key === 'e') return run(commands?.onEdit, row)
  if (event.key.toLowerCase() === 'x' && onToggle) {
    onToggle(at, event.shiftKey)
    return true
  }
  return false
}
