import {
  plannedFields,
  type Figures,
  type LineName,
  type PlanChanges,
  type PlanLine,
  type PlannedField,
} from './scenario-api.ts'

/** A cell with what is written into it; null empties it. */
export interface CellChange {
  readonly line_no: number
  readonly field: PlannedField
  readonly value: string | null
}

/** What tells a line from the others. */
export const keyOf = (line: Omit<LineName, 'line_no'>): string =>
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

const nameOf = ({ line_no, sticker_code, country, territory, material_number, group_code }: PlanLine): LineName => ({
  line_no,
  sticker_code,
  country,
  territory,
  material_number,
  group_code,
})

const figuresOf = (line: PlanLine, fields: readonly PlannedField[] = plannedFields): Figures =>
  Object.fromEntries(fields.map((field) => [field, line[field]]))

/** What was done with the lines that were read; lines that stayed are the same objects. */
export function changesOf(saved: readonly PlanLine[], lines: readonly PlanLine[]): PlanChanges {
  const before = new Map(saved.map((line) => [line.line_no, line]))
  const changed: PlanChanges['changed'][number][] = []
  const added: PlanLine[] = []
  for (const line of lines) {
    const old = before.get(line.line_no)
    if (!old || (old !== line && keyOf(old) !== keyOf(line))) {
      added.push(line)
      continue
    }
    before.delete(line.line_no)
    if (old === line) continue
    const fields = plannedFields.filter((field) => old[field] !== line[field])
    if (fields.length > 0) changed.push({ ...nameOf(old), was: figuresOf(old, fields), now: figuresOf(line, fields) })
  }
  return {
    changed,
    added,
    removed: [...before.values()].map((line) => ({ ...nameOf(line), was: figuresOf(line) })),
  }
}

/** How many lines differ from those that were read, came or went. */
export const changedLines = (saved: readonly PlanLine[], lines: readonly PlanLine[]): number => {
  if (saved === lines) return 0
  const { changed, added, removed } = changesOf(saved, lines)
  return changed.length + added.length + removed.length
}

/** What was done since `before` put upon lines that were read anew; what was taken out of these meanwhile and was changed here comes back behind them. */
export function rebased(
  before: readonly PlanLine[],
  lines: readonly PlanLine[],
  next: readonly PlanLine[],
): readonly PlanLine[] {
  const { changed, added, removed } = changesOf(before, lines)
  if (changed.length + added.length + removed.length === 0) return next
  const gone = new Set(removed.map((one) => keyOf(one)))
  const now = new Map(changed.map((one) => [keyOf(one), one.now]))
  const kept = next.flatMap((line) => {
    const key = keyOf(line)
    if (gone.has(key)) return []
    const own = now.get(key)
    now.delete(key)
    return own ? [{ ...line, ...own }] : [line]
  })
  const lost = lines.filter((line) => now.has(keyOf(line)))
  return withLines(kept, [...lost, ...added])
}

/** Two planners want different things of one cell, or of one line where `field` is null. */
export interface Collision extends LineName {
  readonly kind: 'changed' | 'gone' | 'removal'
  readonly field: PlannedField | null
  readonly mine: string | null
  readonly theirs: string | null
}

const at = (lines: readonly PlanLine[], key: string): PlanLine | undefined => lines.find((line) => keyOf(line) === key)
const replaced = (lines: readonly PlanLine[], line: PlanLine, next: PlanLine | null): readonly PlanLine[] =>
  lines.flatMap((one) => (one === line ? (next ?? []) : one))

/**
 * What was read and what is planned, once it was said of each collision whether one's own stays: then theirs counts as what was read, and one's own is a
 * change of it; or theirs takes its place.
 */
export function resolved(
  saved: readonly PlanLine[],
  lines: readonly PlanLine[],
  collisions: readonly (Collision & { readonly keepsMine: boolean })[],
): { readonly saved: readonly PlanLine[]; readonly lines: readonly PlanLine[] } {
  let [base, own] = [saved, lines]
  for (const { kind, field, theirs, keepsMine, ...name } of collisions) {
    const key = keyOf(name)
    const [read, mine] = [at(base, key), at(own, key)]
    if (kind === 'gone') {
      if (read) base = replaced(base, read, null)
      if (mine && !keepsMine) own = replaced(own, mine, null)
      continue
    }
    if (field === null) continue
    const known = read ?? mine
    if (!known) continue
    const next = { ...known, [field]: theirs }
    base = read ? replaced(base, read, next) : [...base, next]
    if (keepsMine) continue
    own = mine ? replaced(own, mine, { ...mine, [field]: theirs }) : [...own, next]
  }
  return { saved: base, lines: own }
}
