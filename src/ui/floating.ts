import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { place } from './place.ts'

let open = 0

/** The attribute that puts a panel into the top layer; none where the browser has no popovers, a fixed box does there. */
export const popoverKind = (kind: 'auto' | 'manual'): { popover?: 'auto' | 'manual' } =>
  'showPopover' in HTMLElement.prototype ? { popover: kind } : {}

/** Whether a popover is open anywhere; a dialog around it leaves Escape to it then. */
export const anyPopoverOpen = (): boolean => open > 0

export interface Floating {
  readonly anchor: RefObject<HTMLElement | null>
  readonly panel: RefObject<HTMLElement | null>
  readonly align: 'start' | 'end'
  /** Makes the panel at least as wide as its anchor. */
  readonly matchWidth?: boolean
  readonly onClose: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

type Handlers = Pick<Floating, 'onClose' | 'onKeyDown'>

/**
 * Shows a mounted panel in the browser's top layer beside its anchor. A click outside, Escape and a click on another
 * popover's button close it (`popover=auto`); it follows its anchor while anything scrolls.
 */
export function useFloating({ anchor, panel, align, matchWidth = false, onClose, onKeyDown }: Floating): void {
  const handlers = useRef<Handlers>({ onClose, onKeyDown })
  useEffect(() => {
    handlers.current = { onClose, onKeyDown }
  })
  useLayoutEffect(() => {
    if (!panel.current || !anchor.current) return undefined
    return float(panel.current, anchor.current, { align, matchWidth, handlers })
  }, [anchor, panel, align, matchWidth])
}

interface Options {
  readonly align: 'start' | 'end'
  readonly matchWidth: boolean
  readonly handlers: RefObject<Handlers>
}

function float(element: HTMLElement, anchor: HTMLElement, { align, matchWidth, handlers }: Options): () => void {
  open += 1
  const move = () => {
    const box = anchor.getBoundingClientRect()
    element.style.maxHeight = ''
    if (matchWidth) element.style.minWidth = `${box.width}px`
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const size = { width: element.offsetWidth, height: element.scrollHeight + 2 }
    const { left, top, maxHeight } = place(box, size, view, align)
    Object.assign(element.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${maxHeight}px` })
  }
  const scrolled = (event: Event) => {
    if (!(event.target instanceof Node) || !element.contains(event.target)) move()
  }
  const toggled = (event: Event) => {
    if ((event as ToggleEvent).newState === 'closed') handlers.current.onClose()
  }
  const pressed = (event: KeyboardEvent) => handlers.current.onKeyDown?.(event)
  element.showPopover?.()
  move()
  element.addEventListener('toggle', toggled)
  element.addEventListener('keydown', pressed)
  const resized = new ResizeObserver(move)
  resized.observe(element)
  window.addEventListener('resize', move)
  window.addEventListener('scroll', scrolled, true)
  return () => {
    open -= 1
    element.removeEventListener('toggle', toggled)
    element.removeEventListener('keydown', pressed)
    resized.disconnect()
    window.removeEventListener('resize', move)
    window.removeEventListener('scroll', scrolled, true)
  }
}
