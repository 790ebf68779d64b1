export interface ColumnBase {
  readonly width: number
  /** Takes part of the room that is left over, and gives some where room is short. */
  readonly stretch: boolean
}

// Texts are still recognised at this part of their width; what is cut shows on hover and focus.
const least = 0.62

function shrunk(columns: readonly ColumnBase[], missing: number): number[] {
  const give = columns.reduce((sum, column) => sum + (column.stretch ? column.width * (1 - least) : 0), 0)
  const part = give === 0 ? 0 : Math.min(1, missing / give)
  return columns.map(({ width, stretch }) => (stretch ? Math.floor(width - width * (1 - least) * part) : width))
}

/** Shares the room that is left among the columns that may grow, in proportion; where it is short, texts give some of theirs. */
export function fitWidths(columns: readonly ColumnBase[], available: number): number[] {
  const used = columns.reduce((sum, column) => sum + column.width, 0)
  const spare = available - used
  if (spare <= 0 || columns.length === 0)
    return available > 0 ? shrunk(columns, -spare) : columns.map((column) => column.width)
  const growing = columns.some((column) => column.stretch) ? columns.filter((column) => column.stretch) : columns
  const weight = growing.reduce((sum, column) => sum + column.width, 0)
  const widths = columns.map((column) =>
    growing.includes(column) ? Math.floor(column.width + (spare * column.width) / weight) : column.width,
  )
  const lost = available - widths.reduce((sum, width) => sum + width, 0)
  const last = columns.lastIndexOf(growing.at(-1)!)
  return widths.map((width, at) => (at === last ? width + lost : width))
}
