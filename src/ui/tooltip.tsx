import { type ReactNode, useEffect, useRef, useState } from 'react'
import { popoverKind } from './floating.ts'
import { place } from './place.ts'

const delay = 350

interface Tip {
  readonly text: string
  readonly anchor: Element
}

/** The words for an element: `data-tip`, or its whole text when it is marked `data-truncate` and cut off. */
function tipOf(target: EventTarget | null, inside: boolean): Tip | null {
  if (!(target instanceof Element)) return null
  const anchor =
    target.closest('[data-tip], [data-truncate]') ?? (inside ? target.querySelector('[data-truncate]') : null)
  if (!anchor) return null
  const words = anchor.getAttribute('data-tip')
  if (words) return { text: words, anchor }
  return anchor.scrollWidth > anchor.clientWidth + 1 || anchor.scrollHeight > anchor.clientHeight + 2
    ? { text: anchor.getAttribute('data-truncate') || (anchor.textContent ?? ''), anchor }
    : null
}

/**
 * Mounted once: shows the words of `data-tip` and the whole of cut-off `data-truncate` texts, on hover after a moment and
 * on keyboard focus at once; `first` is what made it come. One listener for the page, so that a grid of a thousand cells costs nothing.
 */
export function TooltipHost({ first }: { readonly first: Event }) {
  const [tip, setTip] = useState<Tip | null>(null)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer = 0
    let isGone = true
    const wait = () => {
      window.clearTimeout(timer)
      timer = 0
    }
    const show = (next: Tip | null, after: number) => {
      // While one types beyond the end of a control it scrolls with every key: that costs nothing where nothing is shown.
      if (next === null && isGone && timer === 0) return
      wait()
      timer = window.setTimeout(() => {
        timer = 0
        isGone = next === null
        setTip(next)
      }, after)
    }
    const over = (event: Event) => {
      // The tooltip itself can be pointed at, to read or copy a long text.
      if (box.current?.contains(event.target as Node)) return wait()
      const next = tipOf(event.target, false)
      show(next, next ? delay : 80)
      return undefined
    }
    const focused = (event: Event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(tipOf(event.target, true), 0)
    }
    const hide = () => show(null, 0)
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    if (first.type === 'focusin') focused(first)
    else over(first)
    document.addEventListener('pointerover', over)
    document.addEventListener('focusin', focused)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', pressed)
    window.addEventListener('scroll', hide, true)
    return () => {
      wait()
      document.removeEventListener('pointerover', over)
      document.removeEventListener('focusin', focused)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', pressed)
      window.removeEventListener('scroll', hide, true)
    }
  }, [first])

  useEffect(() => {
    const element = box.current
    if (!element || !tip) return
    element.showPopover?.()
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const { left, top } = place(
      tip.anchor.getBoundingClientRect(),
      { width: element.offsetWidth, height: element.offsetHeight },
      view,
    )
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` })
  }, [tip])

  if (!tip?.text || !tip.anchor.isConnected) return null
  return (
    <div
      ref={box}
      {...popoverKind('manual')}
      aria-hidden="true"
      className="fade-in fixed z-50 max-w-sm rounded border-0 bg-ink-1 px-2 py-1 text-sm break-words whitespace-pre-line text-panel shadow-float"
    >
      {tip.text}
    </div>
  )
}

/** One line that is cut off where there is no room and shows itself whole on hover and focus. */
export function Truncate({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <span data-truncate="" className={`block min-w-0 truncate ${className}`}>
      {children}
    </span>
  )
}
