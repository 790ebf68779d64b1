import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { place } from './place.ts'

let open = 0

/** Whether a popover is open anywhere; a dialog around it leaves Escape to it then. */
export const anyPopoverOpen = (): boolean => open > 0

export interface Floating {
  readonly anchor: RefObject<HTMLElement | null>
  readonly panel: RefObject<HTMLElement | null>
  readonly align: 'start' | 'end'
  /** Makes the panel at least as wide as its anchor. */
  readonly matchWidth?: boolean
  readonly onClose: () => void
}

/**
 * Shows a mounted panel in the browser's top layer beside its anchor. A click outside, Escape and a click on another
 * popover's button close it (`popover=auto`); it follows its anchor while anything scrolls.
 */
export function useFloating({ anchor, panel, align, matchWidth = false, onClose }: Floating): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useLayoutEffect(() => {
    const element = panel.current
    const target = anchor.current
    if (!element || !target) return undefined
    open += 1
    const move = () => {
      const box = target.getBoundingClientRect()
      element.style.maxHeight = ''
      if (matchWidth) element.style.minWidth = `${box.width}px`
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const { left, top, maxHeight } = place(box, { width: element.offsetWidth, height: element.scrollHeight + 2 }, view, align)
      Object.assign(element.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${maxHeight}px` })
    }
    const toggled = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close.current()
    }
    element.showPopover?.()
    move()
    element.addEventListener('toggle', toggled)
    const resized = new ResizeObserver(move)
    resized.observe(element)
    window.addEventListener('resize', move)
    window.addEventListener('scroll', move, true)
    return () => {
      open -= 1
      element.removeEventListener('toggle', toggled)
      resized.disconnect()
      window.removeEventListener('resize', move)
      window.removeEventListener('scroll', move, true)
    }
  }, [anchor, panel, align, matchWidth])
}
