import { useEffect, useRef, type RefObject } from 'react'

/** Where somebody was in a table: how far it was scrolled, and which cell had the focus. */
export interface TablePlace {
  readonly top: number
  readonly left: number
  readonly row: string | null
  readonly column: number
}

/** Keeps where somebody was, for the page of the browser's history that is open. */
export interface PlaceKeeper {
  readonly kept: () => TablePlace | undefined
  readonly keep: (place: TablePlace) => void
}

interface Wanted {
  readonly box: RefObject<HTMLElement | null>
  readonly body: RefObject<HTMLTableSectionElement | null>
  /** The rows that are drawn, by id; null while the right ones are on their way. */
  readonly ids: readonly string[] | null
  /** What the rows answer: another question begins at the first row. */
  readonly question: string
  readonly keeper: PlaceKeeper | undefined
}

function scrolled(element: HTMLElement, top: number, left: number): void {
  element.scrollTop = top
  element.scrollLeft = left
}

/** Comes back to where one was when one comes back to the table, and to the first row when it shows others. */
export function useKeptPlace({ box, body, ids, question, keeper }: Wanted): void {
  const latest = useRef({ ids, keeper })
  latest.current = { ids, keeper }
  const answered = useRef<string | null>(null)

  useEffect(() => {
    const element = box.current
    if (!element || !keeper) return undefined
    const note = (): void => {
      // Until the rows of a place are back, what is in sight is not what was left.
      if (answered.current === null) return
      const cell = document.activeElement?.closest('td')
      const line = cell?.closest('tr')
      const within = line && body.current?.contains(line)
      latest.current.keeper?.keep({
        top: element.scrollTop,
        left: element.scrollLeft,
        row: within ? (latest.current.ids?.[line.sectionRowIndex] ?? null) : null,
        column: within ? (cell?.cellIndex ?? 0) : 0,
      })
    }
    element.addEventListener('scroll', note, { passive: true })
    element.addEventListener('focusin', note)
    return () => {
      element.removeEventListener('scroll', note)
      element.removeEventListener('focusin', note)
    }
  }, [box, body, keeper])

  useEffect(() => {
    const element = box.current
    if (!element || !ids || answered.current === question) return
    const first = answered.current === null
    answered.current = question
    const place = keeper?.kept()
    if (!place) {
      if (!first) scrolled(element, 0, element.scrollLeft)
      return
    }
    scrolled(element, place.top, place.left)
    const row = place.row === null ? -1 : ids.indexOf(place.row)
    // Whoever has gone on to something beside the table keeps the focus there.
    if (row < 0 || !document.activeElement?.contains(element)) return
    body.current?.rows[row]?.cells[place.column]?.focus({ preventScroll: true })
  }, [box, body, ids, question, keeper])
}
