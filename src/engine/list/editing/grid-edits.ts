import { isAbsent, type Field, type Screen } from '#src/definition'
import type { Range } from './cell-range.ts'
import { checkStaged, lockedReason, rowValues } from './check-staged.ts'
import { readColumn } from './clipboard.ts'
import { editorOf } from './editor-kind.ts'
import { fillValues } from './fill-series.ts'
import type { Steps } from './slices.ts'
import { stagedValues, withValue, type CellEdit, type StagedRecord, type Values } from './staging.ts'

/** A row of the grid: a record as it was read, and what is staged for it. */
export interface GridRow {
  readonly key: string
  /** null: a new one. */
  readonly id: number | null
  readonly base: Values
  readonly staged: StagedRecord | undefined
}

export interface GridEdits {
  /** The rows with what was put into their cells. */
  readonly records: readonly StagedRecord[]
  /** Cells that are locked and stayed as they are. */
  readonly locked: number
}

type Definition = Pick<Screen, 'fields'> & Partial<Pick<Screen, 'form'>>

interface Line {
  readonly row: GridRow
  readonly cells: readonly (readonly [Field, unknown])[]
}

const recordOf = ({ key, id, base, staged }: GridRow): StagedRecord => staged ?? { key, id, base, values: {} }

/** The edit of one cell; null when the cell is locked. */
export function editOf({ fields, form }: Definition, row: GridRow, field: Field, value: unknown): CellEdit | null {
  const { key, id, staged } = row
  const values = rowValues(row.base, staged, fields)
  return lockedReason(field, { fields, form }, { id, values }) === undefined
    ? { key, id, base: staged?.base ?? row.base, field, value }
    : null
}

/** Fills cells row by row. What one cell of a row unlocks is filled too, whichever of them stands first. */
function* collect({ fields, form }: Definition, lines: Iterable<Line>): Steps<GridEdits> {
  const records: StagedRecord[] = []
  let [locked, done] = [0, 0]
  for (const { row, cells } of lines) {
    let record = recordOf(row)
    let left = cells
    for (;;) {
      const still: (readonly [Field, unknown])[] = []
      for (const [field, value] of left) {
        const free = lockedReason(field, { fields, form }, { id: row.id, values: stagedValues(record) }) === undefined
        if (free) record = withValue(record, field, value)
        else still.push([field, value])
      }
      if (still.length === 0 || still.length === left.length) {
        locked += still.length
        break
      }
      left = still
    }
    // Judged here, while there is time for it, and not when the grid is drawn.
    checkStaged(record, fields)
    records.push(record)
    yield (done += cells.length)
  }
  return { records, locked }
}

const lineOf = (
  row: GridRow,
  fields: readonly Field[],
  { left, right }: Range,
  valueOf: (field: Field, at: number) => unknown,
): Line => ({
  row,
  cells: fields.slice(left, right + 1).map((field, at) => [field, valueOf(field, at)] as const),
})

/** Empties the cells of a range. */
export const clearRange = (screen: Definition, rows: readonly GridRow[], fields: readonly Field[], range: Range) =>
  collect(
    screen,
    rows
      .slice(range.top, range.bottom + 1)
      .map((row) => lineOf(row, fields, range, (field) => (field.type === 'flag' ? false : null))),
  )

export interface Fill {
  /** The cells whose values go on. */
  readonly from: Range
  /** The last row they reach, above or below. */
  readonly to: number
  readonly how: 'auto' | 'series' | 'copy'
  /** Whether the row below tells the step of a series, where something stands in it. */
  readonly looksAhead?: boolean
}

/** Fills the cells below or above a range with its values, or with the series they begin. */
export function* fillRange(
  screen: Definition,
  rows: readonly GridRow[],
  fields: readonly Field[],
  { from, to, how, looksAhead = false }: Fill,
): Steps<GridEdits> {
  const back = to < from.top
  const span = back ? rows.slice(to, from.top) : rows.slice(from.bottom + 1, to + 1)
  const source = rows
    .slice(from.top, from.bottom + (looksAhead ? 2 : 1))
    .map((row) => rowValues(row.base, row.staged, screen.fields))
  const columns = fields.slice(from.left, from.right + 1).map((field) => {
    const values = source.map((row) => row[field.name] ?? null)
    const ahead = looksAhead && !isAbsent(values.at(-1)) ? values.slice(-1) : []
    const seeds = looksAhead && ahead.length === 0 ? values.slice(0, -1) : values
    return [...ahead, ...fillValues(seeds, span.length - ahead.length, field, { back, how })]
  })
  return yield* collect(
    screen,
    span.map((row, down) => lineOf(row, fields, from, (_field, at) => columns[at]?.[down])),
  )
}

/** The fill that keys ask for: the first row of the range goes down it; a range of one row takes the one above. */
export function fillOf({ top, bottom, left, right }: Range, isSeries: boolean): Fill | null {
  const how = isSeries ? 'series' : 'copy'
  const first = bottom === top ? top - 1 : top
  if (first < 0) return null
  const from = { top: first, bottom: first, left, right }
  return { from, to: bottom, how, looksAhead: isSeries && bottom - first > 1 }
}

export interface PasteTarget {
  readonly range: Range
  readonly locale: string
}

/** The block a paste lays over the grid: a single cell fills the whole range, a larger block goes down and right from its corner. */
export function pastedRange({ range }: PasteTarget, block: readonly (readonly string[])[]): Range {
  const width = Math.max(...block.map((line) => line.length))
  if (block.length === 1 && width === 1) return range
  return {
    top: range.top,
    left: range.left,
    bottom: range.top + block.length - 1,
    right: range.left + width - 1,
  }
}

const isText = (field: Field): boolean => editorOf(field) !== 'whole'

/** Lays a copied block over the rows; `rows` reaches as far as the block does. Cells beyond the last column are left out. */
export function* pasteCells(
  screen: Definition,
  rows: readonly GridRow[],
  fields: readonly Field[],
  block: readonly (readonly string[])[],
  target: PasteTarget,
): Steps<GridEdits & { readonly beyond: number }> {
  const range = pastedRange(target, block)
  const taken = fields.slice(range.left, range.right + 1)
  const single = block.length === 1 && block[0]?.length === 1
  const columns: (readonly unknown[])[] = []
  for (const [at, field] of taken.entries())
    columns.push(
      yield* readColumn(
        block.map((line) => line[single ? 0 : at] ?? ''),
        field,
        target.locale,
      ),
    )
  // A short line of the block says nothing about the cells behind its end; rows and files are no text.
  const lines = rows.slice(range.top, range.bottom + 1).map((row, down): Line => ({
    row,
    cells: taken.flatMap((field, at) =>
      isText(field) && (single || at < (block[down]?.length ?? 0))
        ? [[field, columns[at]?.[single ? 0 : down]] as const]
        : [],
    ),
  }))
  const whole = taken.filter((field) => !isText(field)).length * lines.length
  const filled = yield* collect(screen, lines)
  return { ...filled, locked: filled.locked + whole, beyond: range.right - range.left + 1 - taken.length }
}
