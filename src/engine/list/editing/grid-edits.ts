import type { Field, Screen } from '#src/definition'
import type { Range } from './cell-range.ts'
import { lockedReason, rowValues } from './check-staged.ts'
import { readColumn } from './clipboard.ts'
import type { CellEdit, StagedRecord, Values } from './staging.ts'

/** A row of the grid: a record as it was read, and what is staged for it. */
export interface GridRow {
  readonly key: string
  /** null: a new one. */
  readonly id: number | null
  readonly base: Values
  readonly staged: StagedRecord | undefined
}

export interface GridEdits {
  readonly edits: readonly CellEdit[]
  /** Cells that are locked and stayed as they are. */
  readonly locked: number
}

type Definition = Pick<Screen, 'fields'>

/** The edit of one cell; null when the cell is locked. */
export function editOf(screen: Definition, row: GridRow, field: Field, value: unknown): CellEdit | null {
  const { key, id, staged } = row
  const base = staged?.base ?? row.base
  const values = rowValues(row.base, staged)
  return lockedReason(field, screen, { id, values }) === undefined ? { key, id, base, field, value } : null
}

/** Edits of many cells, row by row: what an earlier cell of a row unlocks may be filled by a later one. */
function collect(
  screen: Definition,
  cells: readonly { readonly row: GridRow; readonly field: Field; readonly value: unknown }[],
): GridEdits {
  const edits: CellEdit[] = []
  let locked = 0
  const entered = new Map<string, Values>()
  for (const { row, field, value } of cells) {
    const before = entered.get(row.key) ?? rowValues(row.base, row.staged)
    const after = { ...before, [field.name]: value }
    if (lockedReason(field, screen, { id: row.id, values: before }) !== undefined) locked += 1
    else {
      entered.set(row.key, after)
      edits.push({ key: row.key, id: row.id, base: row.staged?.base ?? row.base, field, value })
    }
  }
  return { edits, locked }
}

const cellsOf = (
  rows: readonly GridRow[],
  fields: readonly Field[],
  { top, bottom, left, right }: Range,
  valueOf: (row: GridRow, field: Field, rowAt: number, columnAt: number) => unknown,
) =>
  rows.slice(top, bottom + 1).flatMap((row, rowAt) =>
    fields.slice(left, right + 1).map((field, columnAt) => ({
      row,
      field,
      value: valueOf(row, field, rowAt, columnAt),
    })),
  )

/** Empties the cells of a range. */
export const clearRange = (screen: Definition, rows: readonly GridRow[], fields: readonly Field[], range: Range) =>
  collect(
    screen,
    cellsOf(rows, fields, range, (_row, field) => (field.type === 'flag' ? false : null)),
  )

/** Fills a range with the values of its first row; a range of one row takes those of the row above. */
export function fillDown(screen: Definition, rows: readonly GridRow[], fields: readonly Field[], range: Range) {
  const from = rows[range.bottom > range.top ? range.top : range.top - 1]
  if (!from) return { edits: [], locked: 0 }
  const source = rowValues(from.base, from.staged)
  const below = range.bottom > range.top ? { ...range, top: range.top + 1 } : range
  return collect(
    screen,
    cellsOf(rows, fields, below, (_row, field) => source[field.name] ?? null),
  )
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

/** Lays a copied block over the rows; `rows` reaches as far as the block does. Cells beyond the last column are left out. */
export function pasteCells(
  screen: Definition,
  rows: readonly GridRow[],
  fields: readonly Field[],
  block: readonly (readonly string[])[],
  target: PasteTarget,
): GridEdits & { readonly beyond: number } {
  const range = pastedRange(target, block)
  const taken = fields.slice(range.left, range.right + 1)
  const single = block.length === 1 && block[0]?.length === 1
  const columns = taken.map((field, at) =>
    readColumn(
      block.map((line) => line[single ? 0 : at] ?? ''),
      field,
      target.locale,
    ),
  )
  const cells = cellsOf(rows, fields, { ...range, right: range.left + taken.length - 1 }, (_row, _field, down, right) =>
    single ? columns[right]?.[0] : columns[right]?.[down],
  )
  // A short line of the block says nothing about the cells behind its end.
  const given = single
    ? cells
    : cells.filter((_cell, at) => at % taken.length < (block[Math.floor(at / taken.length)]?.length ?? 0))
  return { ...collect(screen, given), beyond: range.right - range.left + 1 - taken.length }
}
