import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { contentWidth } from './fit-column.ts'

interface ColumnResizerProps {
  readonly label: string
  readonly width: number
  readonly onResize: (width: number) => void
}

const least = 48
const most = 900
const step = 16

const within = (width: number): number => Math.round(Math.min(most, Math.max(least, width)))

/** The right edge of a heading: drag it, use the arrows, or click twice to fit the column to its content. */
export function ColumnResizer({ label, width, onResize }: ColumnResizerProps) {
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const start = event.clientX
    const move = (next: globalThis.PointerEvent): void => onResize(within(width + next.clientX - start))
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  const press = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    onResize(within(width + by))
  }
  const fit = (event: MouseEvent<HTMLElement>): void => {
    const cell = event.currentTarget.closest('th')
    const table = event.currentTarget.closest('table')
    if (cell && table) onResize(contentWidth(table, cell.cellIndex))
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={-1}
      onKeyDown={press}
      onPointerDown={drag}
      onDoubleClick={fit}
      className="absolute inset-y-2 end-0 w-2 cursor-col-resize touch-none border-e border-transparent group-hover/head:border-line-strong hover:border-accent"
    />
  )
}
