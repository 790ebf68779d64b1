import { createRef, type ReactElement, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

type DrawingRef = RefObject<SVGSVGElement | null>

// Wider than this for its height a chart is read on a page as it is in view.
const mostHigh = 0.5
// Of an upright page.
const shape = 0.66
const narrowest = 480

/** How wide a chart is drawn for paper, in px; null where it is taken as it is in view. */
export function paperWidth({ width, height }: { readonly width: number; readonly height: number }): number | null {
  return height <= width * mostHigh ? null : Math.round(Math.max(narrowest, height * shape))
}

/** Draws a chart where nobody sees it and answers what `take` makes of the drawing, which is gone when that returns. */
export function drawnAside<T>(draw: (drawing: DrawingRef) => ReactElement, take: (drawing: SVGSVGElement) => T): T {
  const drawing = createRef<SVGSVGElement>()
  const root = createRoot(document.createElement('div'))
  flushSync(() => root.render(draw(drawing)))
  try {
    if (!drawing.current) throw new Error('There is no chart.')
    return take(drawing.current)
  } finally {
    root.unmount()
  }
}
