/** A cell of the grid by its place on the screen, counted from 0. */
export interface Cell {
  readonly row: number
  readonly column: number
}

/** The cell that takes keys, and the one from which a range stretches to it. */
export interface Cursor {
  readonly active: Cell
  readonly anchor: Cell
}

export interface Range {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const at = (row: number, column: number): Cursor => ({ active: { row, column }, anchor: { row, column } })

export const rangeOf = ({ active, anchor }: Cursor): Range => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  left: Math.min(active.column, anchor.column),
  right: Math.max(active.column, anchor.column),
})

/** How many cells a range has. */
export const sizeOf = ({ top, bottom, left, right }: Range): number => (bottom - top + 1) * (right - left + 1)

export const isSingle = ({ active, anchor }: Cursor): boolean =>
  active.row === anchor.row && active.column === anchor.column

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/** Keeps a cursor within a grid of so many rows and columns. */
export function within({ active, anchor }: Cursor, rows: number, columns: number): Cursor {
  const kept = ({ row, column }: Cell): Cell => ({ row: clamp(row, rows - 1), column: clamp(column, columns - 1) })
  return { active: kept(active), anchor: kept(anchor) }
}

const page = 15

/** Where a key leads; null for keys that do not move. */
export function movedCell(cell: Cell, key: string, jump: boolean, last: Cell): Cell | null {
  const { row, column } = cell
  switch (key) {
    case 'ArrowUp':
      return { row: jump ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: jump ? last.row : row + 1, column }
    case 'ArrowLeft':
      return { row, column: jump ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: jump ? last.column : column + 1 }
    case 'PageUp':
      return { row: row - page, column }
    case 'PageDown':
      return { row: row + page, column }
    case 'Home':
      return { row: jump ? 0 : row, column: 0 }
    case 'End':
      return { row: jump ? last.row : row, column: last.column }
    default:
      return null
  }
}

/** The next cell in reading order, for Tab within an edited row; null at the end of the grid. */
export function nextCell({ row, column }: Cell, back: boolean, last: Cell): Cell | null {
  const index = row * (last.column + 1) + column + (back ? -1 : 1)
  const columns = last.column + 1
  if (index < 0 || index >= (last.row + 1) * columns) return null
  return { row: Math.floor(index / columns), column: index % columns }
}
