import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'

/** Columns drawn beyond each edge, so that none is missing while one scrolls. */
const beyond = 1

/** The numbers of the columns that are in view, and of the one that has the focus; a wide table draws no others. */
export function useColumnsInView(
  box: RefObject<HTMLElement | null>,
  widths: readonly number[],
  /** Width of what stands before the columns and stays in view. */
  before: number,
  active: RefObject<number>,
): readonly number[] {
  const [range, setRange] = useState({ first: 0, last: Math.min(widths.length - 1, 20) })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = (): void => {
      const [left, right] = [element.scrollLeft, element.scrollLeft + element.clientWidth]
      let [start, first, last] = [before, widths.length - 1, 0]
      for (const [index, width] of widths.entries()) {
        if (start + width > left) first = Math.min(first, index)
        if (start < right) last = index
        start += width
      }
      const next = { first: Math.max(0, first - beyond), last: Math.min(widths.length - 1, last + beyond) }
      setRange((old) => (old.first === next.first && old.last === next.last ? old : next))
    }
    measure()
    // Before anybody draws anew on the same event: sizes read after that would have the page laid out once more.
    element.addEventListener('scroll', measure, { passive: true, capture: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', measure, { capture: true })
      observer.disconnect()
    }
  }, [box, widths, before])
  const focused = active.current
  return useMemo(() => {
    const shown = widths.flatMap((_, index) =>
      (index >= range.first && index <= range.last) || index === focused ? [index] : [],
    )
    return shown
  }, [widths, range, focused])
}
