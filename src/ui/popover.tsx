import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { popoverKind, useFloating } from './floating.ts'

/** What the trigger spreads on its button. */
export interface TriggerProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly onClick: () => void
  readonly 'aria-haspopup': 'dialog' | 'menu' | 'listbox'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
}

export interface PopoverProps {
  readonly trigger: (props: TriggerProps) => ReactNode
  /** The accessible name of the panel. */
  readonly label: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly align?: 'start' | 'end'
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** Without padding, for content that brings its own. */
  readonly flush?: boolean
  readonly className?: string
}

const focusable =
  'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href], [tabindex="0"]'

/** A panel beside its button; focus goes into it and comes back. */
export function Popover({
  trigger,
  label,
  children,
  align = 'start',
  open: given,
  onOpenChange,
  flush = false,
  className,
}: PopoverProps) {
  const [own, setOwn] = useState(false)
  const open = given ?? own
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  const close = () => {
    change(false)
    anchor.current?.focus()
  }
  return (
    <>
      {trigger({
        ref: anchor,
        onClick: () => change(!open),
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open ? (
        <Panel
          id={id}
          anchor={anchor}
          label={label}
          align={align}
          className={cx(!flush && 'p-3', className)}
          onClose={() => change(false)}
          onEscape={close}
        >
          {typeof children === 'function' ? children(close) : children}
        </Panel>
      ) : null}
    </>
  )
}

interface PanelProps {
  readonly id: string
  readonly anchor: { readonly current: HTMLButtonElement | null }
  readonly label: string
  readonly align: 'start' | 'end'
  readonly className: string
  readonly onClose: () => void
  readonly onEscape: () => void
  readonly children: ReactNode
}

function Panel({ id, anchor, label, align, className, onClose, onEscape, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog around it has seen the key first and left it to us.
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  }
  useFloating({ anchor, panel, align, onClose, onKeyDown })
  useEffect(() => {
    const element = panel.current
    if (element && !element.contains(document.activeElement))
      (element.querySelector<HTMLElement>(`[autofocus], ${focusable}`) ?? element).focus()
  }, [])
  return (
    <div
      ref={panel}
      id={id}
      {...popoverKind('auto')}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={cx(
        'float-in fixed z-50 overflow-auto rounded-lg border-0 bg-panel text-ink-1 shadow-float outline-none',
        className,
      )}
    >
      {children}
    </div>
  )
}
