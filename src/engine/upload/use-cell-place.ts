import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { keepTabStop, type CellPlace } from '#src/widgets/table/cell-focus.ts'

const cellAt = (body: HTMLElement, { row, column }: CellPlace): HTMLTableCellElement | undefined => {
  return body.querySelector<HTMLTableCellElement>(`tr[data-row="${row}"] > td[data-column="${column}"]`) ?? undefined
}

/** The cell that has the focus in a table whose rows come and go: it keeps the focus when its row is drawn anew. */
export function useCellPlace(
  body: RefObject<HTMLTableSectionElement | null>,
  /** The row and the column of that cell. */
  active: { readonly rowRef: RefObject<number>; readonly columnRef: RefObject<number> },
  show: (place: CellPlace) => void,
) {
  const { rowRef, columnRef } = active
  const held = useRef<CellPlace | null>(null)
  const wanted = useRef(false)
  const placeOf = useCallback(
    (element: EventTarget | null): CellPlace | null => {
      const cell = element instanceof Element ? element.closest('td') : null
      const row = cell?.closest<HTMLElement>('tr[data-row]')
      return cell && row && body.current?.contains(row)
        ? { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) }
        : null
    },
    [body],
  )
  const settle = (): void => {
    const element = body.current
    const place = held.current
    const cell = element && place ? cellAt(element, place) : undefined
    if (!element || !cell) return
    const has = document.activeElement
    // The control of a cell that is edited takes the focus itself, and is the only stop.
    if (cell.querySelector('[data-editor]')) return
    keepTabStop(element, cell)
    const moved = wanted.current
    wanted.current = false
    if (moved ? has === cell : has !== document.body) return
    cell.focus({ preventScroll: true })
    // A cell that was drawn anew has the focus again wherever the view is by now.
    if (moved) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  useLayoutEffect(settle)
  useEffect(() => {
    const element = body.current
    if (!element) return undefined
    const take = (event: FocusEvent) => {
      const place = placeOf(event.target)
      if (place) {
        held.current = place
        rowRef.current = place.row
        columnRef.current = place.column
      }
      // While a cell is edited its control has the focus, and the cell none.
      if (event.target instanceof HTMLTableCellElement) keepTabStop(element, event.target)
    }
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) held.current = null
    }
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) held.current = null
    }
    element.addEventListener('focusin', take)
    element.addEventListener('focusout', leave)
    document.addEventListener('pointerdown', press)
    return () => {
      element.removeEventListener('focusin', take)
      element.removeEventListener('focusout', leave)
      document.removeEventListener('pointerdown', press)
    }
  }, [body, rowRef, columnRef, placeOf])
  const focus = (place: CellPlace): void => {
    held.current = place
    rowRef.current = place.row
    columnRef.current = place.column
    wanted.current = true
    show(place)
    settle()
  }
  return { focus, placeOf }
}
