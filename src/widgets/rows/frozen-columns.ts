import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Field } from '#src/definition'
import { pinnedColumns } from '../table/table-style.ts'

/** Headings that stay on top of their rows: what scrolls below does not show through, and the line under them stays as well. */
export const stayingHead =
  'sticky top-0 z-20 print:static [&_th]:bg-panel [&_th]:bg-[linear-gradient(var(--line),var(--line))] [&_th]:bg-[length:100%_1px] [&_th]:bg-bottom [&_th]:bg-no-repeat'

/** How many of the first columns tell a row from the others: those of its key that stand in front, else the first. */
export function tellingColumns(fields: readonly Field[], key: readonly string[] = []): number {
  const other = fields.findIndex(({ name }) => !key.includes(name))
  return Math.max(1, other < 0 ? fields.length : other)
}

const none = { count: 0, width: 0, starts: {} as Readonly<Record<string, string>> }

/**
 * Which of the first columns of the table in a box stay in view while the others are scrolled below them, and where each
 * begins; none where all are in view. Measured right before the paint, so that nothing is laid out for asking.
 */
export function useFrozenColumns(box: RefObject<HTMLElement | null>, wanted: number): typeof none {
  const [pins, setPins] = useState(none)
  useLayoutEffect(() => {
    const element = box.current
    const table = element?.querySelector('table')
    if (!element || !table) return
    const look = (): void => {
      const widths = [...table.querySelectorAll('thead th')].map((cell) => cell.getBoundingClientRect().width)
      const isWhole = element.scrollWidth - element.clientWidth <= 1
      const next = isWhole ? none : pinnedColumns(widths, wanted, element.clientWidth)
      flushSync(() => setPins((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next)))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [box, wanted])
  return pins
}
