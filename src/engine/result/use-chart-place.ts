import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { movedPlace, type ChartTip } from './chart-frame.ts'

/** Where the pointer or the keys stand in a chart, and what it means there. */
export function useChartPlace(
  count: number,
  nearest: (x: number, y: number) => number,
  tipAt: (place: number) => ChartTip,
  onPick: ((place: number) => void) | undefined,
) {
  const [place, setPlace] = useState<number | null>(null)
  const valid = place !== null && place < count ? place : null
  const at = (event: PointerEvent<SVGElement>): number | null => {
    const box = event.currentTarget.getBoundingClientRect()
    const found = nearest(event.clientX - box.left, event.clientY - box.top)
    return found >= 0 && found < count ? found : null
  }
  return {
    place: valid,
    tip: valid === null ? null : tipAt(valid),
    /** For the drawing: follows the pointer, a click picks. */
    pointer: {
      onPointerMove: (event: PointerEvent<SVGElement>) => setPlace(at(event)),
      onPointerLeave: () => setPlace(null),
      onPointerUp: (event: PointerEvent<SVGElement>) => {
        const found = at(event)
        if (found !== null && event.pointerType === 'mouse') onPick?.(found)
      },
    },
    /** For the frame that takes the focus: arrows move, Enter picks. */
    keys: {
      onKeyDown: (event: KeyboardEvent) => {
        const next = movedPlace(event, valid ?? -1, count)
        if (next !== null) setPlace(next)
        else if (event.key === 'Enter' && valid !== null && onPick) onPick(valid)
        else if (event.key === 'Escape' && valid !== null) setPlace(null)
        else return
        event.preventDefault()
      },
      onBlur: () => setPlace(null),
    },
  }
}
