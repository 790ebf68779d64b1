import { useEffect, useRef, useState, type PointerEvent, type SyntheticEvent } from 'react'
import type { Cell, Range } from './cell-range.ts'
import type { Fill } from './grid-edits.ts'

interface FillDrag {
  readonly range: Range
  readonly last: number
  readonly onFill: (fill: Fill) => void
}

const onHandle = (event: SyntheticEvent): boolean => (event.target as Element).closest('[data-fill]') !== null

/** Drags the corner of the chosen cells over others, which take their values when it is let go; with Ctrl as a series. */
export function useFillDrag(given: FillDrag) {
  const [to, setTo] = useState<number | null>(null)
  const latest = useRef({ ...given, to })
  latest.current = { ...given, to }
  const dragging = to !== null
  useEffect(() => {
    if (!dragging) return undefined
    const drop = (event: globalThis.PointerEvent): void => {
      const { range, to: reached, onFill } = latest.current
      setTo(null)
      if (reached === null || (reached >= range.top && reached <= range.bottom)) return
      onFill({ from: range, to: reached, how: event.ctrlKey || event.metaKey ? 'series' : 'auto' })
    }
    const stop = (event: KeyboardEvent): void => (event.key === 'Escape' ? setTo(null) : undefined)
    window.addEventListener('pointerup', drop)
    window.addEventListener('keydown', stop)
    return () => {
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('keydown', stop)
    }
  }, [dragging])
  const { range, last } = given
  return {
    /** The rows that would be shown as filled; null while nothing is dragged. */
    reach: to === null ? null : { from: Math.min(range.top, to), to: Math.max(range.bottom, to) },
    begin: (event: PointerEvent): boolean => {
      if (!onHandle(event)) return false
      event.preventDefault()
      setTo(range.bottom)
      return true
    },
    move: (event: PointerEvent, cellAt: (event: PointerEvent) => Cell | null): boolean => {
      if (!dragging) return false
      const cell = cellAt(event)
      if (cell && cell.row !== to) setTo(cell.row)
      return true
    },
    /** A double click on the corner fills to the last row. */
    toEnd: (event: SyntheticEvent): boolean => {
      if (!onHandle(event)) return false
      if (last > range.bottom) given.onFill({ from: range, to: last, how: 'auto' })
      return true
    },
  }
}
