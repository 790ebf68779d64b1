const padding = 26
const least = 56
const most = 600

/** The width in px at which the heading and every drawn cell of a column show whole. */
export function contentWidth(table: HTMLTableElement, column: number): number {
  const range = document.createRange()
  const widths = [...table.rows].map((row) => {
    const cell = row.cells[column]
    if (!cell) return 0
    // The texts alone: the boxes around them are as wide as the column, and cut texts keep their length.
    range.selectNodeContents(cell.querySelector('.truncate, .line-clamp-2') ?? cell)
    return range.getBoundingClientRect().width
  })
  return Math.round(Math.min(most, Math.max(least, Math.max(0, ...widths) + padding)))
}
