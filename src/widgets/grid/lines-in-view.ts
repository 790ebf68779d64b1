/** Measures of a box that scrolls lines of one height between a heading and a foot which both stay in view; px. */
export interface LineBox {
  readonly height: number
  readonly head: number
  readonly foot: number
  readonly line: number
}

// Lines beyond either edge, so that a slow frame does not show an empty strip.
const spare = 6

/** The lines to draw, from the first up to but without the last, when the box is scrolled `top` px down. */
export function linesInView(top: number, count: number, { height, head, foot, line }: LineBox): [number, number] {
  const room = Math.max(0, height - head - foot)
  const size = Math.ceil(room / line) + 1 + 2 * spare
  const first = Math.max(0, Math.min(Math.floor(top / line) - spare, count - size))
  return [first, Math.min(count, first + size)]
}

/** How far down a box must be scrolled so that a line is whole in view; `top` where it already is. */
export function revealedTop(at: number, top: number, { height, head, foot, line }: LineBox): number {
  const start = at * line
  const least = start + line - Math.max(line, height - head - foot)
  return start < top ? start : least > top ? least : top
}

/**
 * The lines from `first` up to `last` in the order of the elements that show them: while one scrolls, an element keeps its place
 * among the others and takes the next line that comes into view, for moving elements would make the browser style them anew.
 */
export function inSlots(first: number, last: number): number[] {
  const size = last - first
  return Array.from({ length: size }, (_, slot) => first + ((((slot - first) % size) + size) % size))
}
