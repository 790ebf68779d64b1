import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import type { SurfaceProps } from './dialog-surface.tsx'
import { useModule } from './use-module.ts'

/** Loads what every dialog needs ahead of the first one. */
export const loadDialogs = () => import('./dialog-surface.tsx')

type Shared = Omit<SurfaceProps, 'shape' | 'className' | 'width'>

export interface DialogProps extends Shared {
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Without padding, for content that brings its own. */
  readonly flush?: boolean
  readonly className?: string
}

const sizes = { sm: 'w-[26rem]', md: 'w-[36rem]', lg: 'w-[52rem]', xl: 'w-[76rem]' }

const giveBack = (element: Element | null): void => {
  if (element instanceof HTMLElement && element.isConnected) element.focus()
}

/** Gives the focus back to where it was when the surface opened: radix only knows triggers of its own. */
function useSurface(open: boolean) {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (open) {
      before.current ??= document.activeElement
      return
    }
    const element = before.current
    before.current = null
    giveBack(element)
  }, [open])
  // One that is drawn only while it is open goes away without being closed; whoever took the focus meanwhile keeps it.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) giveBack(before.current)
    },
    [],
  )
  return useModule(open, loadDialogs)
}

/** A modal question or small task in the middle of the screen. */
export function Dialog({ size = 'md', flush = false, className, children, ...rest }: DialogProps) {
  const surface = useSurface(rest.open)
  if (!surface) return null
  return (
    <surface.DialogSurface {...rest} shape="centre" className={cx('max-w-[calc(100vw-2rem)]', sizes[size], className)}>
      <div className={cx('min-h-0 flex-1 overflow-auto empty:hidden', !flush && 'px-5 py-4')}>{children}</div>
    </surface.DialogSurface>
  )
}

export interface DrawerProps extends Shared {
  readonly side?: 'right' | 'left' | 'bottom'
  /** CSS width; the whole screen on a phone. */
  readonly width?: number | string
  readonly flush?: boolean
}

/** A panel at the side of the screen; with `modal={false}` the rest stays usable. */
export function Drawer({ side = 'right', width = '34rem', flush = false, children, ...rest }: DrawerProps) {
  const surface = useSurface(rest.open)
  if (!surface) return null
  return (
    <surface.DialogSurface {...rest} shape={side} width={side === 'bottom' ? '100%' : width} className="max-w-full">
      <div className={cx('min-h-0 flex-1 overflow-auto empty:hidden', !flush && 'px-5 py-4')}>{children}</div>
    </surface.DialogSurface>
  )
}

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: string
  readonly children?: ReactNode
  /** The verb of the action, such as "Delete 3 records". */
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly danger?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone or takes long. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-2">{children}</div>
    </Dialog>
  )
}
