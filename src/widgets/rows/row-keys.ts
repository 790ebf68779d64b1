/** What a key does within a table of rows; undefined where the key belongs to the cell. */
export type RowKey = 'up' | 'down' | 'add' | 'remove' | 'moveUp' | 'moveDown' | 'fill' | 'open'

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Cells in which the arrows have a meaning of their own, and those with lines of their own. */
const keeps = (cell: Element): { readonly arrows: boolean; readonly enter: boolean } => {
  const many = cell.tagName === 'TEXTAREA'
  const list = cell.tagName === 'SELECT' || cell.getAttribute('role') === 'combobox'
  return {
    arrows: many || list,
    enter: many || cell.tagName === 'BUTTON' || cell.getAttribute('aria-expanded') === 'true',
  }
}

/** Enter and the arrows go from row to row, with Ctrl Enter adds one, Ctrl D takes the value above; Alt moves and removes rows, with Enter it opens one. */
export function rowKeyOf(event: Pressed, cell: Element): RowKey | undefined {
  const { key } = event
  const command = event.ctrlKey || event.metaKey
  if (event.altKey && !command) {
    if (key === 'ArrowUp') return 'moveUp'
    if (key === 'ArrowDown') return 'moveDown'
    if (key === 'Enter') return 'open'
    return key === 'Delete' || key === 'Backspace' ? 'remove' : undefined
  }
  if (command) {
    if (key === 'Enter') return 'add'
    return key.toLowerCase() === 'd' && !event.shiftKey ? 'fill' : undefined
  }
  const own = keeps(cell)
  if (key === 'Enter' && !own.enter) return event.shiftKey ? 'up' : 'down'
  if (own.arrows || event.shiftKey) return undefined
  return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : undefined
}
