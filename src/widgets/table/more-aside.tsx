import { useEffect, useState, type RefObject } from 'react'

/**
 * Shades the right edge of a box that scrolls sideways as long as something of its content lies behind it. Stands beside
 * the box, in an element that is as large and positioned.
 */
export function MoreAside({ box }: { readonly box: RefObject<HTMLElement | null> }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const look = (): void => setThere(element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft) > 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(content)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  if (!isThere) return null
  return (
    <div
      aria-hidden="true"
      data-more-aside=""
      className="pointer-events-none absolute inset-y-0 end-0 z-40 w-8 bg-linear-to-r from-transparent to-panel print:hidden rtl:bg-linear-to-l"
    />
  )
}
