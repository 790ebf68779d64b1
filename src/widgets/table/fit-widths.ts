export interface ColumnBase {
  readonly width: number
  /** Takes part of the room that is left over. */
  readonly stretch: boolean
}

/** Shares the room that is left among the columns that may grow, in proportion; without such columns among all. */
export function fitWidths(columns: readonly ColumnBase[], available: number): number[] {
  const used = columns.reduce((sum, column) => sum + column.width, 0)
  const spare = available - used
  if (spare <= 0 || columns.length === 0) return columns.map((column) => column.width)
  const growing = columns.some((column) => column.stretch) ? columns.filter((column) => column.stretch) : columns
  const weight = growing.reduce((sum, column) => sum + column.width, 0)
  const widths = columns.map((column) => (growing.includes(column) ? Math.floor(column.width + (spare * column.width) / weight) : column.width))
  const lost = available - widths.reduce((sum, width) => sum + width, 0)
  const last = columns.lastIndexOf(growing.at(-1)!)
  return widths.map((width, at) => (at === last ? width + lost : width))
}
