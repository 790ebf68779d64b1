import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '#src/ui/cx.ts'
import { readBlock } from '#src/widgets/copied-block.ts'
import { useLinesInView } from '#src/widgets/grid/use-lines-in-view.ts'
import type { PlanColumn, ShownLine } from './plan-columns.ts'
import { type CellChange, pastedCells } from './plan-edit.ts'
import { typedNumber } from './plan-words.ts'
import type { PlanLine, PricedLine } from './scenario-api.ts'

interface PlanGridProps {
  readonly columns: readonly PlanColumn[]
  readonly lines: readonly PlanLine[]
  readonly pricedOf: (line: PlanLine) => PricedLine | undefined
  readonly locale: string
  readonly isReadOnly: boolean
  readonly active: Cell
  readonly onMove: (cell: Cell) => void
  readonly onWrite: (cells: readonly CellChange[]) => void
  /** Told what was typed or pasted and is no number. */
  readonly onRefused: (words: string) => void
  readonly onRemove: (line: PlanLine) => void
  readonly onUndo: () => void
  readonly onSave: () => void
}

export interface Cell {
  readonly row: number
  readonly column: number
}

const lineHeight = 28
const headHeight = 30

const ways: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-15, 0],
  PageDown: [15, 0],
}

/** The lines of a plan as a spreadsheet: arrows move, typing writes, Enter goes down, blocks are pasted. */
export function PlanGrid(props: PlanGridProps) {
  const { columns, lines, pricedOf, locale, isReadOnly, active, onMove, onWrite, onRefused, onRemove, onUndo, onSave } =
    props
  const box = useRef<HTMLDivElement>(null)
  const { drawn, reveal } = useLinesInView(box, lines.length, lineHeight)
  const [typed, setTyped] = useState<string | null>(null)
  // Where there is more room than they need, the first column takes it.
  const width = `max(100%, ${columns.reduce((sum, one) => sum + one.width, 0)}px)`
  const widthOf = ({ width: own }: PlanColumn, at: number) =>
    at === 0 ? { flex: `1 0 ${own}px`, minWidth: 0 } : { width: own, flex: 'none' }
  const column = columns[active.column]
  const shownAt = (row: number): ShownLine | undefined => {
    const line = lines[row]
    return line && { line, priced: pricedOf(line) }
  }
  const shown = shownAt(active.row)
  const mayWrite = !isReadOnly && column?.field !== undefined && shown !== undefined
  const follow = useRef(false)

  useEffect(() => {
    if (!follow.current || typed !== null) return
    follow.current = false
    box.current?.querySelector<HTMLElement>('[data-active]')?.focus()
  })

  const go = (row: number, right: number) => {
    const cell = {
      row: Math.max(0, Math.min(lines.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, right)),
    }
    follow.current = true
    reveal(cell.row)
    onMove(cell)
  }
  const keep = (text: string | null): void => {
    setTyped(null)
    if (text === null || !mayWrite) return
    const trimmed = text.trim()
    const value = trimmed === '' ? null : typedNumber(trimmed, locale)
    if (trimmed !== '' && value === null) onRefused(`“${trimmed}” is not a number.`)
    else onWrite([{ line_no: shown.line.line_no, field: column.field!, value }])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's' && !isReadOnly) {
      event.preventDefault()
      // What is being typed is written first, and saved with the next press.
      if (typed === null) onSave()
      else keep(typed)
      return
    }
    if (typed !== null) {
      const down = event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : 0
      if (event.key === 'Escape') setTyped(null)
      else if (down !== 0 || event.key === 'Tab') keep(typed)
      else return
      event.preventDefault()
      go(active.row + down, active.column + (event.key === 'Tab' ? (event.shiftKey ? -1 : 1) : 0))
      return
    }
    const way = ways[event.key]
    const isControl = event.ctrlKey || event.metaKey
    if (way && !event.altKey) {
      const far = isControl ? 100_000 : 1
      go(active.row + way[0] * far, active.column + way[1] * far)
    } else if (event.key === 'Home') go(isControl ? 0 : active.row, 0)
    else if (event.key === 'End') go(isControl ? lines.length - 1 : active.row, columns.length - 1)
    else if (isControl && event.key.toLowerCase() === 'z') onUndo()
    else if (isControl && event.key === 'Delete' && shown && !isReadOnly) {
      // The cell that has the focus goes with its line: the one in its place takes it.
      follow.current = true
      onRemove(shown.line)
    } else if (isControl || event.altKey || !mayWrite) return
    else if (event.key === 'Enter' || event.key === 'F2') setTyped(column.text(shown, locale))
    else if (event.key === 'Delete' || event.key === 'Backspace') keep('')
    else if (event.key.length === 1) setTyped(event.key)
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (typed !== null || !mayWrite) return
    event.preventDefault()
    const { changes, refused } = pastedCells(
      readBlock(event.clipboardData.getData('text/plain')),
      lines,
      { row: active.row, field: column.field! },
      (text) => typedNumber(text, locale),
    )
    onWrite(changes)
    if (refused > 0) onRefused(`${refused} of the pasted cells have no place here or are no numbers.`)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (typed !== null || !shown || !column) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', column.text(shown, locale))
  }

  return (
    <div
      ref={box}
      role="grid"
      tabIndex={-1}
      aria-label="Planned lines"
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length}
      aria-readonly={isReadOnly || undefined}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onCopy={onCopy}
      className="relative overflow-auto rounded-lg border border-line bg-panel"
      style={{ height: Math.min(560, Math.max(180, headHeight + lines.length * lineHeight + 18)) }}
    >
      <div
        role="row"
        aria-rowindex={1}
        data-stays=""
        className="sticky top-0 z-20 flex bg-panel"
        style={{ width, height: headHeight }}
      >
        {columns.map((one, at) => (
          <div
            key={one.id}
            role="columnheader"
            aria-colindex={at + 1}
            data-tip={one.tip}
            className={cx(
              'flex items-center border-b border-line-strong px-2 text-sm font-medium text-ink-2',
              one.isNumber && 'justify-end',
              at === 0 && 'sticky left-0 z-10 bg-panel',
            )}
            style={widthOf(one, at)}
          >
            <span className="truncate">{one.label}</span>
          </div>
        ))}
      </div>
      <div role="rowgroup" className="relative" style={{ width, height: lines.length * lineHeight }}>
        {drawn.map((row) => {
          const line = shownAt(row)
          if (!line) return null
          const fault = line.priced?.fault ?? null
          return (
            <div
              key={line.line.line_no}
              role="row"
              aria-rowindex={row + 2}
              className={cx('absolute flex hover:bg-hover', row === active.row && 'bg-hover')}
              style={{ top: row * lineHeight, height: lineHeight, width }}
            >
              {columns.map((one, at) => {
                const isActive = row === active.row && at === active.column
                const isTyping = isActive && typed !== null
                return (
                  <div
                    key={one.id}
                    role="gridcell"
                    aria-colindex={at + 1}
                    tabIndex={isActive && !isTyping ? 0 : -1}
                    data-active={isActive ? '' : undefined}
                    onClick={() => go(row, at)}
                    onDoubleClick={() => (isReadOnly || !one.field ? undefined : setTyped(one.text(line, locale)))}
                    className={cx(
                      'flex items-center border-b border-line px-2 -outline-offset-2',
                      one.isNumber && 'justify-end tabular-nums',
                      at === 0 && 'sticky left-0 z-10 bg-panel',
                      !isReadOnly && one.field && 'border-l border-l-line bg-background',
                      isActive && 'outline-2 outline-accent-ink',
                      fault !== null && (at === 0 ? 'border-l-2 border-l-bad' : one.id.endsWith('_cost') && 'text-bad'),
                      one.id === 'plan_cost' && 'font-medium',
                    )}
                    style={widthOf(one, at)}
                  >
                    {isTyping ? (
                      <input
                        autoFocus
                        aria-label={`${one.label}, line ${line.line.line_no}`}
                        inputMode="decimal"
                        value={typed}
                        onChange={(event) => setTyped(event.currentTarget.value)}
                        onBlur={() => keep(typed)}
                        className="h-full w-full min-w-0 bg-transparent text-right outline-none"
                      />
                    ) : (
                      <span className="truncate">{one.text(line, locale)}</span>
                    )}
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}
