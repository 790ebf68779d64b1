import type { KeyboardEvent } from 'react'
import { focusCell, placeOf } from '#src/widgets/table/cell-focus.ts'
import type { GroupLine } from './group-lines.ts'
import type { GroupHeading } from './group-row.tsx'

interface Commands {
  readonly toggle: (line: GroupHeading) => void
  readonly filter: (line: GroupHeading) => void
  readonly more: (path: string) => void
  readonly openAll: () => void
  readonly foldAll: () => void
}

/** The place of the heading that a line stands below; -1 for the outermost. */
export function parentAt(lines: readonly GroupLine[], at: number): number {
  const line = lines[at]
  if (!line) return -1
  return lines.findLastIndex((other, place) => place < at && other.kind === 'group' && other.depth === line.depth - 1)
}

/** Opens, folds and leaves groups by keys, as trees are worked with everywhere; false for keys that are not for them. */
export function groupKey(
  event: KeyboardEvent<HTMLElement>,
  body: HTMLTableSectionElement,
  lines: readonly GroupLine[],
  commands: Commands,
): boolean {
  const place = placeOf(body, event.target)
  if (!place || event.altKey || event.shiftKey || event.ctrlKey || event.metaKey) return false
  const line = lines[place.row]
  if (!line) return false
  const run = (): boolean => {
    if (event.key === '*') return (commands.openAll(), true)
    if (event.key === '-') return (commands.foldAll(), true)
    const first = place.column === 0
    if (event.key === 'ArrowLeft' && first && !(line.kind === 'group' && line.open)) {
      const row = parentAt(lines, place.row)
      if (row < 0) return line.kind === 'group'
      return (focusCell(body, { row, column: 0 }), true)
    }
    const control = event.target instanceof HTMLButtonElement
    if (line.kind === 'more' && !control && event.key === 'Enter') return (commands.more(line.path), true)
    if (line.kind !== 'group') return false
    if (event.key === 'ArrowLeft' && first) return (commands.toggle(line), true)
    if (event.key === 'ArrowRight' && first && !line.open) return (commands.toggle(line), true)
    if (!control && (event.key === 'Enter' || event.key === ' ')) return (commands.toggle(line), true)
    if (event.key === 'f') return (commands.filter(line), true)
    return false
  }
  if (!run()) return false
  event.preventDefault()
  return true
}
