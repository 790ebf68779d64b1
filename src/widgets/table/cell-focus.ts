/** Where the keys move within the body of a table: row and column, counted from 0. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

const moves: Record<string, (place: CellPlace, last: CellPlace, page: number) => CellPlace> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, _last, page) => ({ row: row - page, column }),
  PageDown: ({ row, column }, _last, page) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, last) => ({ row, column: last.column }),
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/** The place a key leads to, never outside the table; null for keys that do not move. */
export function movedPlace(place: CellPlace, last: CellPlace, key: string, jump: boolean, page = 15): CellPlace | null {
  if (jump && key === 'Home') return { row: 0, column: 0 }
  if (jump && key === 'End') return last
  const next = moves[key]?.(place, last, page)
  return next ? { row: clamp(next.row, last.row), column: clamp(next.column, last.column) } : null
}

const cellAt = (body: HTMLTableSectionElement, place: CellPlace): HTMLTableCellElement | undefined =>
  // Rows of groups have fewer cells than those of records.
  body.rows[place.row]?.cells[Math.min(place.column, (body.rows[place.row]?.cells.length ?? 1) - 1)]

/** The place of the cell that holds an element, or null outside the body. */
export function placeOf(body: HTMLTableSectionElement, element: EventTarget | null): CellPlace | null {
  const cell = element instanceof Element ? element.closest('td') : null
  const row = cell?.parentElement
  if (!cell || !(row instanceof HTMLTableRowElement) || row.parentElement !== body) return null
  return { row: row.sectionRowIndex, column: cell.cellIndex }
}

/** Puts the focus on a cell and makes it the one that Tab comes back to. */
export function focusCell(body: HTMLTableSectionElement, place: CellPlace): void {
  const cell = cellAt(body, place)
  if (!cell) return
  keepTabStop(body, cell)
  cell.focus()
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Exactly one cell of a table can be reached with Tab; React never sees it, so that moving renders nothing. */
export function keepTabStop(body: HTMLTableSectionElement, cell: HTMLTableCellElement): void {
  for (const other of body.querySelectorAll('td[tabindex="0"]')) other.setAttribute('tabindex', '-1')
  cell.setAttribute('tabindex', '0')
}

/** Puts the focus on the heading of a column; false where there is nothing to focus. */
export function focusHead(body: HTMLTableSectionElement, column: number): boolean {
  const head = body.closest('table')?.tHead?.rows[0]
  const target = head?.cells[column]?.querySelector<HTMLElement>('button, input') ?? head?.cells[column]
  if (!head || !target) return false
  for (const other of head.querySelectorAll('button[tabindex="0"], th[tabindex="0"]'))
    other.setAttribute('tabindex', '-1')
  target.setAttribute('tabindex', '0')
  target.focus()
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}

interface Key {
  readonly key: string
  readonly target: EventTarget | null
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly preventDefault: () => void
}

/** Moves between headings, and from them down to the rows; false for keys that are not for them. */
export function headKey(body: HTMLTableSectionElement, event: Key): boolean {
  const cell = event.target instanceof Element ? event.target.closest('th') : null
  const head = cell?.closest('thead')?.rows[0]
  if (!cell || !head || event.altKey || event.shiftKey || event.ctrlKey || event.metaKey) return false
  const column = cell.cellIndex
  const last = head.cells.length - 1
  const to = { ArrowLeft: column - 1, ArrowRight: column + 1, Home: 0, End: last }[event.key]
  if (event.key === 'ArrowDown') focusCell(body, { row: 0, column })
  else if (to === undefined || to < 0 || to > last) return false
  else focusHead(body, to)
  event.preventDefault()
  return true
}
