import { useEffect, useRef } from 'react'

const name = 'search'

/** The words of a search as the server takes them: each to be found on its own. */
export const searchWords = (search: string): readonly string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)

/** Where words stand in a text, as from and to. */
export function wordPlaces(text: string, words: readonly string[]): readonly (readonly [number, number])[] {
  const lower = text.toLowerCase()
  // Letters that are longer in lower case would move the places behind them.
  if (lower.length !== text.length) return []
  return words.flatMap((word) => {
    const places: [number, number][] = []
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      places.push([at, at + word.length])
    return places
  })
}

function rangesIn(cell: Element, words: readonly string[]): Range[] {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const [from, to] of wordPlaces(node.nodeValue ?? '', words)) {
      const range = new Range()
      range.setStart(node, from)
      range.setEnd(node, to)
      ranges.push(range)
    }
  return ranges
}

interface SearchMarksProps {
  readonly search: string
  /** The fields that are searched. */
  readonly columns: string
}

/**
 * Marks what a search has found in the columns that it looks at. The browser paints the marks over the text, so that no
 * cell is drawn again for them; browsers that cannot, show the text without.
 */
export function SearchMarks({ search, columns }: SearchMarksProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const host = place.current?.parentElement
    const words = searchWords(search)
    if (!host || words.length === 0 || !('highlights' in CSS)) return undefined
    const searched = columns.split(',')
    const mark = (): void => {
      const heads = [...host.querySelectorAll<HTMLTableCellElement>('thead th')]
      const at = heads.flatMap((head) => (searched.includes(head.dataset.field ?? '') ? [head.cellIndex] : []))
      const rows = [...host.querySelectorAll<HTMLTableRowElement>('tbody tr[aria-rowindex]:not([data-group])')]
      const cells = rows.flatMap((row) => at.flatMap((column) => row.cells[column] ?? []))
      const cards = [...host.querySelectorAll('li[data-row]')]
      CSS.highlights.set(name, new Highlight(...[...cells, ...cards].flatMap((cell) => rangesIn(cell, words))))
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(host, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      CSS.highlights.delete(name)
    }
  }, [search, columns])
  return <span ref={place} hidden />
}
