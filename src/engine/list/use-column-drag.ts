import { useEffect, useState, type RefObject } from 'react'
import { movedTo } from './column-order.ts'
import type { ListState } from './list-state.ts'
import type { Arrangement } from './use-layout.ts'

interface Mark {
  readonly left: number
  readonly height: number
}

interface Latest {
  readonly state: ListState
  readonly arrange: (arrangement: Arrangement) => void
}

// Less is a click that was not quite still.
const threshold = 6

/** Headings can be dragged to another place; answers where the column would go while one is. */
export function useColumnDrag(box: RefObject<HTMLElement | null>, latest: RefObject<Latest>): Mark | null {
  const [mark, setMark] = useState<Mark | null>(null)
  useEffect(() => {
    const host = box.current?.parentElement
    if (!host) return undefined
    let stop: (() => void) | undefined
    const down = (event: PointerEvent): void => {
      const target = event.target instanceof Element ? event.target : null
      const head = target?.closest<HTMLTableCellElement>('thead th[data-field]')
      if (!head || event.button !== 0 || event.pointerType === 'touch' || target?.closest('[role=separator]')) return
      const name = head.dataset.field ?? ''
      const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-field]') ?? [])]
      const own = heads.indexOf(head)
      let to: number | null = null
      const move = (next: PointerEvent): void => {
        if (to === null && Math.abs(next.clientX - event.clientX) < threshold) return
        const boxes = heads.map((one) => one.getBoundingClientRect())
        // The gap nearest to the pointer, counted from the left of the first column.
        const gap = boxes.filter((rect) => next.clientX > rect.left + rect.width / 2).length
        to = gap > own ? gap - 1 : gap
        const frame = host.getBoundingClientRect()
        const edge = boxes[gap]?.left ?? boxes.at(-1)!.right
        setMark({
          left: Math.max(0, edge - frame.left - 1),
          height: host.querySelector('table')?.parentElement?.clientHeight ?? 0,
        })
        document.documentElement.style.cursor = 'grabbing'
      }
      const up = (): void => {
        stop?.()
        if (to === null) return
        // The click at the end of a drag must not sort.
        const swallow = (click: Event): void => click.stopPropagation()
        window.addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => window.removeEventListener('click', swallow, true))
        if (to !== own) latest.current.arrange({ columns: movedTo(latest.current.state.columns, name, to) })
      }
      const cancel = (key: KeyboardEvent): void => {
        if (key.key === 'Escape') stop?.()
      }
      stop = () => {
        stop = undefined
        setMark(null)
        document.documentElement.style.cursor = ''
        window.removeEventListener('pointermove', move)
        window.removeEventListener('pointerup', up)
        window.removeEventListener('keydown', cancel, true)
      }
      window.addEventListener('pointermove', move)
      window.addEventListener('pointerup', up)
      window.addEventListener('keydown', cancel, true)
    }
    host.addEventListener('pointerdown', down)
    return () => {
      stop?.()
      host.removeEventListener('pointerdown', down)
    }
  }, [box, latest])
  return mark
}
