import { useRef, useState, type DragEvent } from 'react'
import type { TreeNode } from './tree-lines.ts'
import type { Tree } from './use-tree.ts'
import type { TreeMoves } from './use-tree-moves.ts'

/** Where what is dragged would lie: below a record, or at the top. */
export type DropPlace = { readonly under: string } | 'top'

const openAfter = 700

/** Dragging records onto others; a folded record opens when one waits over it. */
export function useTreeDrag(tree: Tree, moves: TreeMoves) {
  const [dragged, setDragged] = useState<TreeNode | null>(null)
  const [place, setPlace] = useState<DropPlace | null>(null)
  const waiting = useRef<{ readonly key: string; readonly timer: ReturnType<typeof setTimeout> } | null>(null)

  const rest = (key: string | null): void => {
    if (waiting.current?.key === key) return
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = key === null ? null : { key, timer: setTimeout(() => tree.open([key]), openAfter) }
  }
  const end = (): void => {
    rest(null)
    setDragged(null)
    setPlace(null)
  }
  const nodeAt = (event: DragEvent): TreeNode | undefined => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-line]') : null
    const line = row ? tree.lines[Number(row.dataset['line'])] : undefined
    return line?.kind === 'node' ? line : undefined
  }
  const over = (event: DragEvent, next: DropPlace | null): void => {
    const to = next === 'top' ? null : (next?.under ?? null)
    const fits = dragged !== null && next !== null && moves.mayMove(dragged, to)
    if (fits) {
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
    }
    setPlace(fits ? next : null)
  }
  return {
    dragged,
    place,
    end,
    /** For the rows, which pass their events on. */
    rows: {
      onDragStart: (event: DragEvent) => {
        const node = nodeAt(event)
        if (!node || !moves.allowed) return
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', node.key)
        setDragged(node)
      },
      onDragOver: (event: DragEvent) => {
        const node = nodeAt(event)
        rest(node && !node.open && node.record.children > 0 && node.key !== dragged?.key ? node.key : null)
        over(event, node ? { under: node.key } : null)
      },
      onDrop: (event: DragEvent) => {
        const node = nodeAt(event)
        event.preventDefault()
        if (dragged && node && moves.mayMove(dragged, node.key)) void moves.move(dragged, node.key)
        end()
      },
      onDragEnd: end,
    },
    /** For the place that stands for the top. */
    top: {
      onDragOver: (event: DragEvent) => over(event, 'top'),
      onDragLeave: () => setPlace(null),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged) void moves.move(dragged, null)
        end()
      },
    },
  }
}
