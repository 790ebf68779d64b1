import { useCallback, useRef, type ChangeEvent } from 'react'
import { clickedRows, withRows, type RowSelection } from './row-selection.ts'

/** Choosing rows of a page by clicks, Shift ranges and keys; the functions stay the same, so that no row is drawn for them. */
export function useRowClicks(selection: RowSelection | undefined, ids: readonly string[]) {
  const anchor = useRef<number | null>(null)
  const latest = useRef({ selection, ids })
  latest.current = { selection, ids }
  const choose = useCallback((at: number, chosen: boolean, shift: boolean) => {
    const { selection: current, ids: all } = latest.current
    const rows = clickedRows(all, at, anchor.current, shift)
    anchor.current = at
    current?.onChange((state) => withRows(state, rows, chosen))
  }, [])
  const onClick = useCallback(
    (event: ChangeEvent<HTMLInputElement>) => {
      const { checked, dataset } = event.currentTarget
      choose(Number(dataset.row), checked, (event.nativeEvent as MouseEvent).shiftKey)
    },
    [choose],
  )
  const onToggle = useCallback(
    (at: number, range: boolean) =>
      choose(at, range || !latest.current.selection?.state[latest.current.ids[at] ?? ''], range),
    [choose],
  )
  const onAll = useCallback((chosen: boolean) => {
    const { selection: current, ids: all } = latest.current
    current?.onChange((state) => withRows(state, all, chosen))
  }, [])
  return { onClick, onToggle, onAll }
}
