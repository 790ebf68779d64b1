/** The columns of which something is in view, the pinned first one always; `spare` px more on either side. */
export function columnsInView(
  widths: readonly number[],
  left: number,
  room: number,
  spare = 240,
): readonly [from: number, to: number] {
  let [from, to] = [widths.length, 0]
  let at = 0
  for (const [column, width] of widths.entries()) {
    if (at + width >= left - spare && at <= left + room + spare) {
      from = Math.min(from, column)
      to = column + 1
    }
    at += width
  }
  return from < to ? [from, to] : [0, Math.min(1, widths.length)]
}
