import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { inSlots, linesInView, revealedTop, type LineBox } from './lines-in-view.ts'

// Once a scroll has come to rest, the elements are put in the order of their lines, for those who read them in that order.
const rest = 180

type Lines = readonly [first: number, last: number]

const none: Lines = [0, 0]
const same = (a: Lines, b: Lines): boolean => a[0] === b[0] && a[1] === b[1]

/** Which lines of a scrolled box are drawn, in the order of their elements, and a way to bring one into view. */
export function useLinesInView(box: RefObject<HTMLElement | null>, count: number, line: number) {
  const [lines, setLines] = useState<Lines>(none)
  const [moving, setMoving] = useState(false)
  const measures = useRef<LineBox>({ height: 0, head: 0, foot: 0, line })

  const follow = useCallback(() => {
    const element = box.current
    if (!element) return
    const next = linesInView(element.scrollTop, count, measures.current)
    setLines((current) => (same(current, next) ? current : next))
  }, [box, count])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = (): void => {
      const [head, foot] = [element.firstElementChild, element.lastElementChild]
      const heightOf = (part: Element | null) => (part?.hasAttribute('data-stays') ? part.clientHeight : 0)
      measures.current = { height: element.clientHeight, head: heightOf(head), foot: heightOf(foot), line }
      follow()
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, line, follow])

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    let timer = 0
    let top = element.scrollTop
    const scrolled = (): void => {
      if (element.scrollTop === top) return
      top = element.scrollTop
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setMoving(false), rest)
      // The lines belong to the frame that shows the new place, not to the one after.
      flushSync(() => {
        setMoving(true)
        follow()
      })
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      window.clearTimeout(timer)
      element.removeEventListener('scroll', scrolled)
    }
  }, [box, follow])

  const reveal = useCallback(
    (at: number) => {
      const element = box.current
      element?.scrollTo({ top: revealedTop(at, element.scrollTop, measures.current) })
    },
    [box],
  )

  const [first, last] = [Math.min(lines[0], count), Math.min(lines[1], count)]
  const drawn = inSlots(first, last)
  return { drawn: moving ? drawn : drawn.toSorted((a, b) => a - b), slots: drawn.length, reveal }
}
