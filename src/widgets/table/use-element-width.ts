import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/**
 * The inner width of an element in px, right before the first paint and kept up to date. `expected` spares the browser
 * from laying out the page for asking alone; where it is not what comes out, the observer puts it right before the paint.
 */
export function useElementWidth(ref: RefObject<HTMLElement | null>, expected = 0): number {
  const [width, setWidth] = useState(expected)
  const [asks] = useState(expected === 0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    if (asks) setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => flushSync(() => setWidth(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, asks])
  return width
}
