import { useRef, type ReactNode, type RefObject } from 'react'
import { useFloating } from '#src/ui/floating.ts'

/** A list that floats at a control in the browser's top layer; the focus stays in the control. */
export function FloatingList({
  anchor,
  onClose,
  children,
}: {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  useFloating({ anchor, panel, align: 'start', matchWidth: true, onClose })
  return (
    <div
      ref={panel}
      popover="manual"
      role="presentation"
      className="fixed max-w-[min(34rem,calc(100vw-1rem))] overflow-auto rounded border-0 bg-panel py-1 text-ink-1 shadow-float"
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}
