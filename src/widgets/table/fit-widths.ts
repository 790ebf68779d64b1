export interface ColumnBase {
  readonly width: number
  /** Takes part of the room that is left over, and gives some where room is short. */
  readonly stretch: boolean
  /** What its heading and its rows need, where that is known. */
  readonly need?: number
  /** The same where the heading takes two lines. */
  readonly broken?: number
  /** What the heading needs in two lines, or a code before a name; texts are not cut below it. */
  readonly heading?: number
  /** Words that may be cut to this width before columns leave the view. */
  readonly leastWidth?: number
  /** Codes that name the rows: not cut below what they need. */
  readonly firm?: boolean
}

// Texts are still recognised at this part of their width; what is cut shows on hover and focus.
const least = 0.58
// A column of codes, and one of texts, asks for no more than this because of what it holds.
const mostOfCode = 260
const mostOfText = 420

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)

/** Moves each width towards another one, all by the same part, to a sum of `available`. */
function between(from: readonly number[], to: readonly number[], available: number): number[] {
  const way = sumOf(to) - sumOf(from)
  const part = way === 0 ? 0 : Math.min(1, Math.max(0, (available - sumOf(from)) / way))
  return from.map((width, at) => Math.floor(width + (to[at]! - width) * part))
}

function grown(columns: readonly ColumnBase[], widths: readonly number[], available: number): number[] {
  const growing = columns.some((column) => column.stretch)
    ? columns.map((column) => column.stretch)
    : columns.map(() => true)
  const weight = sumOf(widths.filter((_, at) => growing[at]))
  const spare = available - sumOf(widths)
  const wider = widths.map((width, at) => (growing[at] ? Math.floor(width + (spare * width) / weight) : width))
  const lost = available - sumOf(wider)
  const last = growing.lastIndexOf(true)
  return wider.map((width, at) => (at === last ? width + lost : width))
}

/**
 * Shares the room: what is left over goes to the columns that may grow, in proportion. Where it is short, columns first give
 * what their rows do not need to those whose rows need more; then headings take two lines; then texts are cut.
 */
export function fitWidths(columns: readonly ColumnBase[], available: number): number[] {
  const widths = columns.map(({ width }) => width)
  if (columns.length === 0 || available <= 0) return widths
  const wanted = columns.map(({ width, need = 0, firm }) =>
    Math.max(width, Math.min(need, firm ? mostOfCode : mostOfText)),
  )
  if (sumOf(wanted) <= available) return grown(columns, wanted, available)
  const needed = columns.map(({ width, need, firm }) =>
    need === undefined ? width : Math.min(firm ? mostOfCode : width, need),
  )
  if (sumOf(needed) <= available) return between(needed, wanted, available)
  const inTwoLines = columns.map(({ broken = Infinity }, at) => Math.min(needed[at]!, broken))
  if (sumOf(inTwoLines) <= available) return between(inTwoLines, needed, available)
  const cut = columns.map(({ stretch, firm, width, heading = 0, leastWidth = Infinity }, at) =>
    Math.min(inTwoLines[at]!, stretch && !firm ? Math.max(width * least, heading) : leastWidth),
  )
  return between(inTwoLines, cut, available)
}

/** What each side of a cell gives where the room is short. */
const side = 4

/**
 * The same with less room at the sides of the cells where the columns would not fit otherwise; `isClose` says so. Columns
 * with a `chosen` width keep it.
 */
export function fitClosely(
  columns: readonly (ColumnBase & { readonly chosen?: boolean })[],
  available: number,
): { readonly fitted: number[]; readonly isClose: boolean } {
  const fitted = fitWidths(columns, available)
  if (available <= 0 || sumOf(fitted) <= available) return { fitted, isClose: false }
  const closer = columns.map((column) => {
    const { width, need, broken, heading, chosen } = column
    if (chosen) return column
    return {
      ...column,
      width: width - 2 * side,
      ...(need === undefined ? {} : { need: need - 2 * side }),
      ...(broken === undefined ? {} : { broken: broken - 2 * side }),
      ...(heading === undefined ? {} : { heading: heading - 2 * side }),
    }
  })
  return { fitted: fitWidths(closer, available), isClose: true }
}
