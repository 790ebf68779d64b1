import type { Field } from '#src/definition'
import { useCallback, useRef, type KeyboardEvent } from 'react'
import { isSingle, movedCell, type Cell, type Cursor } from './cell-range.ts'
import { rowValues } from './check-staged.ts'
import type { GridRow } from './grid-edits.ts'

/** What keys do beyond moving. */
export interface GridCommands {
  /** F2, Enter or a letter, which then takes the place of what stands there. */
  readonly onEdit: (typed?: string) => void
  readonly onClear: () => void
  readonly onFillDown: (isSeries: boolean) => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  /** Space on a yes or no. */
  readonly onToggle: (row: GridRow, field: Field, value: boolean) => void
}

interface Keys {
  readonly rows: readonly GridRow[]
  readonly fields: readonly Field[]
  /** The fields of the screen, whose rules tell what a cell holds. */
  readonly all: readonly Field[]
  readonly cursor: Cursor
  readonly move: (cell: Cell, extend?: boolean) => void
  readonly select: (cursor: Cursor) => void
  readonly commands: GridCommands
}

/** The keys of the grid while no cell is edited. */
export function useGridKeys(keys: Keys): (event: KeyboardEvent) => void {
  const latest = useRef(keys)
  latest.current = keys
  return useCallback((event) => {
    if (event.nativeEvent.isComposing || !(event.target instanceof Element)) return
    if (event.target.closest('.cell-editor') || !event.target.closest('td[data-column]')) return
    if (handled(event, latest.current)) event.preventDefault()
  }, [])
}

function handled(event: KeyboardEvent, keys: Keys): boolean {
  const { rows, fields, cursor, move, commands } = keys
  const control = event.ctrlKey || event.metaKey
  const last = { row: rows.length - 1, column: fields.length - 1 }
  const next = event.altKey ? null : movedCell(cursor.active, event.key, control, last)
  if (next) {
    move(next, event.shiftKey)
    return true
  }
  if (control && !event.altKey) return withControl(event, keys, last)
  if (event.altKey) return false
  const row = rows[cursor.active.row]
  const field = fields[cursor.active.column]
  if (!row || !field) return false
  const isFlag = field.type === 'flag'
  if (event.key === 'F2' || (event.key === 'Enter' && !isFlag)) commands.onEdit()
  else if (isFlag && (event.key === ' ' || event.key === 'Enter'))
    commands.onToggle(row, field, rowValues(row.base, row.staged, keys.all)[field.name] !== true)
  else if (event.key === 'Delete' || event.key === 'Backspace') commands.onClear()
  else if (event.key === 'Escape' && !isSingle(cursor)) move(cursor.active)
  else if ([...event.key].length === 1 && event.key !== ' ' && !isFlag) commands.onEdit(event.key)
  else return false
  return true
}

function withControl(event: KeyboardEvent, { commands, select }: Keys, last: Cell): boolean {
  switch (event.key.toLowerCase()) {
    case 'z':
      if (event.shiftKey) commands.onRedo()
      else commands.onUndo()
      return true
    case 'y':
      commands.onRedo()
      return true
    case 'd':
      commands.onFillDown(event.shiftKey)
      return true
    case 'a':
      select({ active: last, anchor: { row: 0, column: 0 } })
      return true
    default:
      return false
  }
}
