import type { PlanLine } from './scenario-api.ts'

/** The numbers of a line that people plan. */
export const plannedFields = [
  'volume',
  'financed_percent',
  'list_price',
  'support_per_unit',
  'coverage_per_unit',
  'buydown_percent',
] as const

export type PlannedField = (typeof plannedFields)[number]

/** A cell with what is written into it; null empties it. */
export interface CellChange {
  readonly line_no: number
  readonly field: PlannedField
  readonly value: string | null
}

/** What tells a line from the others. */
export const keyOf = (line: PlanLine): string =>
  JSON.stringify([line.country, line.territory, line.sticker_code, line.material_number, line.group_code])

/** The lines with some cells changed; those that stay as they are are the same objects. */
export function withCells(lines: readonly PlanLine[], changes: readonly CellChange[]): readonly PlanLine[] {
  const byLine = new Map<number, CellChange[]>()
  for (const change of changes) byLine.set(change.line_no, [...(byLine.get(change.line_no) ?? []), change])
  return lines.map((line) => {
    const own = byLine.get(line.line_no)?.filter(({ field, value }) => line[field] !== value)
    if (!own || own.length === 0) return line
    return { ...line, ...Object.fromEntries(own.map(({ field, value }) => [field, value])) }
  })
}

/** A copied block put down at a cell, in the order of the lines that are shown; what would stand outside of the grid, and what is no number, is left out. */
export function pastedCells(
  block: readonly (readonly string[])[],
  shown: readonly PlanLine[],
  at: { readonly row: number; readonly field: PlannedField },
  read: (text: string) => string | null,
): { readonly changes: readonly CellChange[]; readonly refused: number } {
  const first = plannedFields.indexOf(at.field)
  const changes: CellChange[] = []
  let refused = 0
  block.forEach((cells, down) =>
    cells.forEach((text, right) => {
      const [line, field] = [shown[at.row + down], plannedFields[first + right]]
      const trimmed = text.trim()
      const value = trimmed === '' ? null : read(trimmed)
      if (!line || !field || (trimmed !== '' && value === null)) refused += 1
      else changes.push({ line_no: line.line_no, field, value })
    }),
  )
  return { changes, refused }
}

/** Lines behind those that are there, numbered on; what is planned already is left out. */
export function withLines(lines: readonly PlanLine[], more: readonly PlanLine[]): readonly PlanLine[] {
  const known = new Set(lines.map(keyOf))
  const last = lines.reduce((most, { line_no: no }) => Math.max(most, no), 0)
  const added = more.filter((line) => !known.has(keyOf(line)))
  return [...lines, ...added.map((line, at) => ({ ...line, line_no: last + at + 1 }))]
}

const own: readonly (keyof PlanLine)[] = [
  'line_no',
  'sticker_code',
  'country',
  'territory',
  'material_number',
  'group_code',
  'baseline_volume',
  ...plannedFields,
  'currency',
]

/** What is planned of a line, without what the server worked out. */
export const planned = (line: PlanLine): PlanLine =>
  Object.fromEntries(own.map((name) => [name, line[name]])) as unknown as PlanLine

/** How many lines differ from those that were saved, came or went. */
export function changedLines(saved: readonly PlanLine[], lines: readonly PlanLine[]): number {
  const before = new Map(saved.map((line) => [keyOf(line), line]))
  const differs = lines.filter((line) => {
    const old = before.get(keyOf(line))
    before.delete(keyOf(line))
    return !old || plannedFields.some((field) => old[field] !== line[field])
  })
  return differs.length + before.size
}
