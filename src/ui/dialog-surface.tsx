import { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { anyPopoverOpen } from './floating.ts'
import { CloseIcon } from './icons.tsx'

declare global {
  // Read by get-nonce, which the scroll lock of the dialog asks before it writes a style tag.
  var __webpack_nonce__: string | undefined
}
globalThis.__webpack_nonce__ ??= document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce || undefined

export interface SurfaceProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** Buttons at the end; stays in view while the content scrolls. */
  readonly footer?: ReactNode
  /** False: only the content's own buttons close it, not Escape or a click outside. */
  readonly dismissible?: boolean
  readonly shape: 'centre' | 'right' | 'left' | 'bottom'
  readonly hideHeader?: boolean
  readonly modal?: boolean
  readonly className: string
  readonly width?: number | string
  readonly headerActions?: ReactNode
  /** The id of the control that has the focus first; the first one to be filled in unless given. */
  readonly focusFirst?: string | undefined
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

const shapes = {
  centre: 'fade-in left-1/2 top-[12vh] max-h-[76vh] -translate-x-1/2 rounded-lg',
  right: 'slide-in-right inset-y-0 right-0 h-full',
  left: 'slide-in-left inset-y-0 left-0 h-full',
  bottom: 'slide-in-bottom inset-x-0 bottom-0 max-h-[88dvh] rounded-t-lg',
}

/** The modal behind Dialog and Drawer, loaded with the first of them. */
export function DialogSurface({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  dismissible = true,
  shape,
  hideHeader,
  modal = true,
  className,
  width,
  headerActions,
  focusFirst,
  onKeyDown,
}: SurfaceProps) {
  const keep = (event: Event) => {
    if (!dismissible || anyPopoverOpen() || isToast(event.target)) event.preventDefault()
  }
  return (
    <Root open={open} onOpenChange={(next) => (next ? undefined : onClose())} modal={modal}>
      <Portal>
        {modal ? <Overlay className="fade-in fixed inset-0 z-40 bg-(--scrim)" /> : null}
        <Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            const control = focusFirst === undefined ? firstControl(event.target) : document.getElementById(focusFirst)
            if (!control) return
            event.preventDefault()
            control.focus()
          }}
          onKeyDown={onKeyDown}
          onEscapeKeyDown={keep}
          onInteractOutside={(event) => (modal ? keep(event) : event.preventDefault())}
          className={cx(
            'fixed z-50 flex flex-col overflow-hidden bg-panel text-ink-1 shadow-float outline-none',
            shapes[shape],
            className,
          )}
          style={{ width }}
        >
          <header
            className={hideHeader ? 'sr-only' : 'flex shrink-0 items-start gap-3 border-b border-line px-5 py-3.5'}
          >
            <div className="min-w-0 flex-1">
              <Title className="text-lg font-semibold">{title}</Title>
              {description ? <Description className="text-base text-ink-2">{description}</Description> : null}
            </div>
            {headerActions}
            {dismissible ? (
              <Close
                aria-label="Close"
                className="-mr-1.5 inline-flex size-7 items-center justify-center rounded text-ink-2 hover:bg-hover hover:text-ink-1"
              >
                <CloseIcon />
              </Close>
            ) : null}
          </header>
          {children}
          {footer ? (
            <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          ) : null}
        </Content>
      </Portal>
    </Root>
  )
}

/** What is to be filled in comes before the way out; where there is no keyboard it would come up over it. */
function firstControl(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || matchMedia('(pointer: coarse)').matches) return null
  return target.querySelector('input:enabled:not([type=hidden], [type=file]), select:enabled, textarea:enabled')
}

const isToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null
